"""What goes over the line, whoever sends it: answers, events of the table, refusals and their texts, JSON."""
