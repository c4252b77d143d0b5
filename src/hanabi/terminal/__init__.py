"""Play, replay and read the rules in a terminal: output by rich, input by prompt_toolkit, plain text through a pipe."""
