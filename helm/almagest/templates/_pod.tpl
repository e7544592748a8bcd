{{/* The first lines of every pod's spec: (list root user). */}}
{{- define "almagest.pod" -}}
{{- $root := index . 0 }}
automountServiceAccountToken: false
{{- with $root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "almagest.podSecurity" (dict "user" (index . 1)) | nindent 2 }}
{{- end }}

{{/* Where pods of a component run: (list root component values). */}}
{{- define "almagest.placement" -}}
{{- $root := index . 0 }}
{{- $component := index . 1 }}
{{- $values := index . 2 }}
{{- if $values.topologySpread }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "almagest.selector" (list $root $component) | nindent 8 }}
  {{- end }}
{{- end }}
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* A probe of a store: it answers, and not only its port. */}}
{{- define "almagest.ping" -}}
exec:
  command: [sh, -c, "valkey-cli ping | grep -q PONG"]
timeoutSeconds: 5
{{- end }}
