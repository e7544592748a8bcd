{{/* How many pods of a component may be taken away at once: (list root component values). */}}
{{- define "almagest.budget" -}}
{{- $values := index . 2 }}
{{- if $values.podDisruptionBudget.enabled }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "almagest.metadata" (list (index . 0) (index . 1)) | nindent 2 }}
spec:
  maxUnavailable: {{ $values.podDisruptionBudget.maxUnavailable }}
  selector:
    matchLabels:
      {{- include "almagest.selector" (list (index . 0) (index . 1)) | nindent 6 }}
{{- end }}
{{- end }}
