{{- define "almagest.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "almagest.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else if contains (include "almagest.name" .) .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "almagest.name" .) | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "almagest.selectorLabels" -}}
app.kubernetes.io/name: {{ include "almagest.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "almagest.labels" -}}
{{ include "almagest.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* What stands under `metadata` of every object: (list root component). An empty component is the release's own. */}}
{{- define "almagest.metadata" -}}
{{- $root := index . 0 }}
{{- $component := index . 1 }}
name: {{ include "almagest.fullname" $root }}{{ with $component }}-{{ . }}{{ end }}
namespace: {{ $root.Release.Namespace }}
labels:
  {{- include "almagest.labels" $root | nindent 2 }}
  {{- with $component }}
  app.kubernetes.io/component: {{ . }}
  {{- end }}
{{- end }}

{{/* The pods of a component: (list root component). */}}
{{- define "almagest.selector" -}}
{{- include "almagest.selectorLabels" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "almagest.podLabels" -}}
{{- include "almagest.labels" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- with (index . 0).Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "almagest.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "almagest.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{/* An image by its digest where one is given, else by its tag: (list image tag). */}}
{{- define "almagest.imageOf" -}}
{{- $image := index . 0 }}
{{- if $image.digest }}{{ $image.repository }}@{{ $image.digest }}{{ else }}{{ $image.repository }}:{{ default (index . 1) $image.tag }}{{ end }}
{{- end }}

{{- define "almagest.image" -}}
{{ include "almagest.imageOf" (list .Values.image .Chart.AppVersion) }}
{{- end }}

{{- define "almagest.brokerImage" -}}
{{ include "almagest.imageOf" (list (mergeOverwrite (deepCopy .Values.redis.image) (default dict .Values.broker.image)) "") }}
{{- end }}

{{/* Below the memory limit, so that a full store refuses writes and is not killed: two thirds of it when none is given. */}}
{{- define "almagest.maxmemory" -}}
{{- $limit := toString .resources.limits.memory }}
{{- if .maxmemory }}
{{- .maxmemory }}
{{- else if hasSuffix "Gi" $limit }}
{{- printf "%dmb" (div (mul (trimSuffix "Gi" $limit | atoi) 1024 2) 3) }}
{{- else if hasSuffix "Mi" $limit }}
{{- printf "%dmb" (div (mul (trimSuffix "Mi" $limit | atoi) 2) 3) }}
{{- else }}
{{- fail "maxmemory is needed when the memory limit is not in whole Mi or Gi" }}
{{- end }}
{{- end }}

{{/* The API's port for metrics, which are at no other; empty where they are nowhere. */}}
{{- define "almagest.metricsPort" -}}
{{- $port := (include "almagest.settings" . | fromYaml).METRICS_PORT }}
{{- if ne $port "0" }}{{ $port }}{{ end }}
{{- end }}

{{- define "almagest.hasBroker" -}}
{{- if and .Values.broker.enabled (not (and (not .Values.redis.enabled) .Values.external.brokerUrlKey)) }}yes{{ end }}
{{- end }}

{{/* Whether only apps create games, with a key. */}}
{{- define "almagest.needsKey" -}}
{{- if eq (default "everyone" .Values.settings.CREATE_GAMES) "keys" }}yes{{ end }}
{{- end }}

{{/* Whether there is a pod for `helm test`: it creates a game, and without a key it could not where one is needed. */}}
{{- define "almagest.hasTest" -}}
{{- if and .Values.tests.enabled (or .Values.tests.keySecret (not (include "almagest.needsKey" .))) }}yes{{ end }}
{{- end }}
