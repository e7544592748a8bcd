"""The rules of Nebula, one module per section of the book."""
