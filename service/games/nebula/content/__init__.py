"""The content packs of Nebula: data, the code that checks it, and tables made of it."""
