{{/* The first lines of a component's policy: (list root component). Whatever is not named below them is closed. */}}
{{- define "almagest.policy" -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "almagest.metadata" . | nindent 2 }}
spec:
  podSelector:
    matchLabels:
      {{- include "almagest.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
{{- end }}

{{/* Pods of this release, by component: (list root components). */}}
{{- define "almagest.peers" -}}
- podSelector:
    matchLabels:
      {{- include "almagest.selectorLabels" (index . 0) | nindent 6 }}
    matchExpressions:
      - key: app.kubernetes.io/component
        operator: In
        values: {{ index . 1 | toJson }}
{{- end }}

{{/* Who may look at metrics. */}}
{{- define "almagest.metricsRule" -}}
- ports:
    - port: metrics
  {{- with .Values.networkPolicy.metricsFrom }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* What API and workers reach: names, store, broker, a collector of traces, and what is added. */}}
{{- define "almagest.reached" -}}
- ports:
    - {port: 53, protocol: UDP}
    - {port: 53, protocol: TCP}
{{- if or .Values.redis.enabled (include "almagest.hasBroker" .) }}
- to:
    {{- include "almagest.peers" (list . (list "redis" "broker")) | nindent 4 }}
  ports:
    - port: redis
{{- end }}
{{- if not .Values.redis.enabled }}
- ports:
    {{- range .Values.networkPolicy.storePorts }}
    - port: {{ . }}
    {{- end }}
{{- end }}
{{- if .Values.settings.OTEL_EXPORTER_OTLP_ENDPOINT }}
- ports:
    - port: {{ .Values.networkPolicy.tracesPort }}
{{- end }}
{{- with .Values.networkPolicy.extraEgress }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The policy of workers: (list root component). Nobody calls them. */}}
{{- define "almagest.workerPolicy" -}}
{{- include "almagest.policy" . }}
  ingress:
    {{- include "almagest.metricsRule" (index . 0) | nindent 4 }}
  egress:
    {{- include "almagest.reached" (index . 0) | nindent 4 }}
    {{- if eq (index . 1) "worker" }}
    {{- with (index . 0).Values.networkPolicy.webhookPorts }}
    - to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
        - ipBlock:
            cidr: ::/0
            except: ["fc00::/7", "fe80::/10"]
      ports:
        {{- range . }}
        - port: {{ . }}
        {{- end }}
    {{- end }}
    {{- end }}
{{- end }}

{{/* The policy of a store: (list root component). It calls nobody. */}}
{{- define "almagest.storePolicy" -}}
{{- include "almagest.policy" . }}
  ingress:
    - from:
        {{- include "almagest.peers" (list (index . 0) (list "api" "worker" "bots")) | nindent 8 }}
      ports:
        - port: redis
  egress: []
{{- end }}
