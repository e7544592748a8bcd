"""How processes are started, supervised and stopped: `almagest serve`, gunicorn, the embedded Redis."""
