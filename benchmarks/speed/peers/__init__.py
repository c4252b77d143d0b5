"""Scripts that measure one peer each. They run in the environment that has the peer, and import nothing of ours."""
