"""What clients and webhooks get: answers, events of the table, refusals and their texts; and strict JSON parsing."""
