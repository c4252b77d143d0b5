"""`make bench NAME=speed`: moves per second, compared with every installed peer."""

import json
from pathlib import Path

import click
from rich.console import Console


@click.command()
@click.option("--quick", is_flag=True, help="Shorter runs: under 40 seconds once the kernels are compiled.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON and nothing else.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the figures to this file.")
@click.option(
    "--picture",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    default=Path("hanabi-bench.png"),
    show_default=True,
    help="Where the picture goes (needs matplotlib).",
)
@click.option("--no-picture", is_flag=True, help="Draw no picture.")
def command(quick: bool, as_json: bool, output: Path | None, picture: Path, no_picture: bool) -> None:
    """Measure our moves per second and those of every installed peer (make peers) in the same run.

    It takes less than five minutes. `hanabi bench` measures ours and the flat loop only.
    """
    from benchmarks.speed import report

    from benchmarks import result_tables

    errors = Console(stderr=True)
    with errors.status("measuring") as status:
        found = report.run(quick=quick, progress=lambda what: status.update(f"measuring: {what}"))
    text = json.dumps(found.as_json(), indent=2, ensure_ascii=False)
    if as_json:
        click.echo(text)
    else:
        report.show(found, Console())
    if output is not None:
        output.write_text(text + "\n", encoding="utf-8")
        result_tables.update()
    if no_picture:
        return
    try:
        report.draw(found, picture)
    except ImportError:
        errors.print("no picture: matplotlib is not installed (pip install 'hanabi\\[bench]')")
    else:
        errors.print(f"picture: {picture}")


if __name__ == "__main__":
    command(prog_name="python -m benchmarks.speed")
