{{/* The environment that API and worker share. */}}
{{- define "almagest.environment" -}}
{{- if .Values.redis.enabled }}
- name: REDIS_URL
  value: redis://{{ include "almagest.fullname" . }}-redis:6379/0
- name: BROKER_URL
  value: redis://{{ include "almagest.fullname" . }}-redis:6379/1
{{- else }}
{{- $secret := required "external.secretName is needed when redis.enabled is false" .Values.external.secretName }}
- name: REDIS_URL
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ .Values.external.redisUrlKey }}
{{- with .Values.external.brokerUrlKey }}
- name: BROKER_URL
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ . }}
{{- end }}
{{- end }}
{{- $proxies := ternary "1" "0" .Values.ingress.enabled }}
{{- range $name, $value := merge (deepCopy .Values.settings) (dict "LOG_FORMAT" "json" "TRUSTED_PROXIES" $proxies) }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
