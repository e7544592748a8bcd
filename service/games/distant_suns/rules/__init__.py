"""One module per section of the book."""
