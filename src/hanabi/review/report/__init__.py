"""Reports: reviews as sentences, curves, statistics and HTML."""
