"""Benchmarks: our referee and every installed peer, measured in one run on one machine."""
