{{/* The queues of a worker: those it is given, else all, but for what the bots' own workers serve. */}}
{{- define "almagest.queues" -}}
{{- $values := index . 1 }}
{{- $prompt := ternary (list "automa" "scoring" "deadlines" "webhooks") list (index . 0).Values.bots.enabled }}
{{- with default $prompt $values.queues }}
- --queues
- {{ join "," . }}
{{- end }}
{{- end }}

{{/* Workers: (list root component values). */}}
{{- define "almagest.worker" -}}
{{- $root := index . 0 }}
{{- $component := index . 1 }}
{{- $values := index . 2 }}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "almagest.metadata" (list $root $component) | nindent 2 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  selector:
    matchLabels:
      {{- include "almagest.selector" (list $root $component) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "almagest.podLabels" (list $root $component) | nindent 8 }}
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "9100"
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "almagest.serviceAccountName" $root }}
      {{- include "almagest.pod" (list $root 10001) | nindent 6 }}
      # A running task ends within its time limit of 30 seconds.
      terminationGracePeriodSeconds: 45
      containers:
        - name: {{ $component }}
          image: {{ include "almagest.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command:
            - almagest
            - worker
            {{- include "almagest.queues" (list $root $values) | nindent 12 }}
            - --concurrency
            - {{ $values.concurrency | quote }}
            - --prompt
            - {{ $values.prompt | quote }}
            - --couriers
            - {{ $values.couriers | quote }}
            - --heartbeat
            - /tmp/heartbeat
            - --metrics-port
            - "9100"
          env:
            {{- include "almagest.environment" $root | nindent 12 }}
          ports:
            - name: metrics
              containerPort: 9100
          startupProbe:
            exec:
              # The worker touches the file while all is well: its age is enough, and costs no Python.
              command: &check [sh, -c, 'test -n "$(find /tmp/heartbeat -mmin -1)"']
            periodSeconds: 5
            timeoutSeconds: 10
            failureThreshold: 24
          livenessProbe:
            exec:
              command: *check
            periodSeconds: 30
            timeoutSeconds: 10
          securityContext:
            {{- include "almagest.containerSecurity" $root | nindent 12 }}
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          volumeMounts:
            {{- include "almagest.volumeMounts" $root | nindent 12 }}
      volumes:
        {{- include "almagest.volumes" $root | nindent 8 }}
      {{- include "almagest.placement" (list $root $component $values) | nindent 6 }}
{{- end }}

{{/* More workers while games wait: (list root component values). The age is that of what waits longest. */}}
{{- define "almagest.workerScaler" -}}
{{- $root := index . 0 }}
{{- $component := index . 1 }}
{{- $scaling := (index . 2).autoscaling }}
{{- if $scaling.enabled }}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "almagest.metadata" (list $root $component) | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "almagest.fullname" $root }}-{{ $component }}
  pollingInterval: 10
  cooldownPeriod: 120
  minReplicaCount: {{ $scaling.minReplicas }}
  maxReplicaCount: {{ $scaling.maxReplicas }}
  triggers:
    - type: prometheus
      metricType: Value
      metadata:
        serverAddress: {{ required "autoscaling.prometheus is needed to scale workers" $scaling.prometheus }}
        query: max(almagest_outbox_oldest_seconds{namespace="{{ $root.Release.Namespace }}"})
        threshold: {{ $scaling.outboxSeconds | quote }}
{{- end }}
{{- end }}
