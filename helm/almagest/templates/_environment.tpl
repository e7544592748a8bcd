{{/* Settings: those that are given, and what the chart says itself. */}}
{{- define "almagest.settings" -}}
{{- $proxies := ternary "1" "0" (or .Values.ingress.enabled .Values.httpRoute.enabled) }}
{{- merge (deepCopy .Values.settings) (dict "LOG_FORMAT" "json" "TRUSTED_PROXIES" $proxies "METRICS_PORT" "9101" "METRICS_HOST" "0.0.0.0") | toYaml }}
{{- end }}

{{/* The environment that API and worker share. */}}
{{- define "almagest.environment" -}}
{{- if .Values.redis.enabled }}
- name: REDIS_URL
  value: redis://{{ include "almagest.fullname" . }}-redis:6379/0
{{- else }}
{{- $secret := required "external.secretName is needed when redis.enabled is false" .Values.external.secretName }}
- name: REDIS_URL
  {{- include "almagest.fromSecret" (list $secret .Values.external.redisUrlKey) | nindent 2 }}
{{- with .Values.external.brokerUrlKey }}
- name: BROKER_URL
  {{- include "almagest.fromSecret" (list $secret .) | nindent 2 }}
{{- end }}
{{- end }}
{{- if include "almagest.hasBroker" . }}
- name: BROKER_URL
  value: redis://{{ include "almagest.fullname" . }}-broker:6379/0
{{- end }}
{{- range $name, $value := include "almagest.settings" . | fromYaml }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.push.secretName }}
- name: PUSH_KEY
  {{- include "almagest.fromSecret" (list . $.Values.push.key) | nindent 2 }}
{{- end }}
{{- if .Values.privateCa.secretName }}
- name: SSL_CERT_FILE
  value: /etc/almagest/ca/{{ .Values.privateCa.key }}
- name: REQUESTS_CA_BUNDLE
  value: /etc/almagest/ca/{{ .Values.privateCa.key }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "almagest.fromSecret" -}}
valueFrom:
  secretKeyRef:
    name: {{ index . 0 }}
    key: {{ index . 1 }}
{{- end }}

{{/* What API and worker mount, beside what is their own. */}}
{{- define "almagest.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.privateCa.secretName }}
- name: private-ca
  mountPath: /etc/almagest/ca
  readOnly: true
{{- end }}
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "almagest.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with .Values.privateCa.secretName }}
- name: private-ca
  secret:
    secretName: {{ . }}
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}
