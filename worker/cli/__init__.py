"""The worker's commands of the console script `almagest`."""
