"""What a running process needs, whichever it is: settings, logs, counters, the queue; and how processes are started."""
