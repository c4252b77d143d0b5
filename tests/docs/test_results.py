"""The result tables on the pages match the stored results of the benchmarks."""

import runpy
from pathlib import Path

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_the_tables_are_those_of_the_kept_results() -> None:
    names = runpy.run_path(str(BENCHMARKS / "result_tables.py"))
    page = names["PAGE"].read_text(encoding="utf-8")
    assert page.count("<!-- results of ") == len(names["TABLES"])
    assert names["updated"](page) == page, "run python benchmarks/result_tables.py"
