"""Playing and watching in a terminal: drawn by rich, asked by prompt_toolkit, and plain text through a pipe."""
