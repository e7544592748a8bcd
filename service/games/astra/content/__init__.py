"""The cards of Astra: data, and the reader that checks it."""
