"""An application that never finishes loading, as on a machine that is busy for good."""

import signal

while True:
    signal.pause()
