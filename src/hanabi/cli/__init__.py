"""The `hanabi` command: one module per subcommand, imported when it is used."""

import importlib
import pkgutil
from difflib import get_close_matches

import click


class Commands(click.Group):
    """Its subcommands are the modules beside this file; each defines a click command named `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        names = self.list_commands(ctx)
        if cmd_name not in names:
            near = get_close_matches(cmd_name, names, n=1)
            ctx.fail(f"there is no command {cmd_name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        command: click.Command = importlib.import_module(f"{__name__}.{cmd_name}").command
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="hanabi")
def main() -> None:
    """Hanabi, the cooperative card game where everyone sees your cards except you."""
