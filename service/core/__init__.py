"""The lowest layer: settings, addresses, log lines, metrics and traces. Knows no store."""
