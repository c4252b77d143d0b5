"""The course: lessons with exercises at a table."""
