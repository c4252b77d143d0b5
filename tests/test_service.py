"""The systemd files match systemd, the command that they start, and each other."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from hanabi.cli import main
from hanabi.cli.serve import command as serve, mail_settings
from hanabi.server.database.postgres import STARTUP_PATIENCE

DEPLOY = Path(__file__).parents[1] / "deploy"
UNITS = ("hanabi@.service", "hanabi-backup.service", "hanabi-backup.timer")
PROGRAM = "/opt/hanabi/bin/hanabi"


class Unit:
    """The settings of a unit file; a key can occur several times."""

    def __init__(self, name: str) -> None:
        self._values: dict[str, list[str]] = {}
        for line in (DEPLOY / name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("[", "#")):
                key, _, value = line.partition("=")
                self._values.setdefault(key, []).append(value)

    def all(self, key: str) -> list[str]:
        return self._values[key]

    def one(self, key: str) -> str:
        (value,) = self.all(key)
        return value


def variables(unit: Unit) -> dict[str, str]:
    """The environment that the unit sets before the operator's file is read."""
    words = (word for line in unit.all("Environment") for word in line.split())
    return dict(word.split("=", 1) for word in words)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    for name in UNITS:
        # The program is not installed at its path.
        text = (DEPLOY / name).read_text(encoding="utf-8").replace(PROGRAM, "/bin/true")
        (tmp_path / name.replace("@", "@8001")).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in ran.stderr.splitlines() if "hanabi" in line]
    assert (ran.returncode, errors) == (0, [])


def test_the_service_starts_the_server_with_its_own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = Unit("hanabi@.service")
    for name, value in variables(unit).items():
        monkeypatch.setenv(name, value)
    program, verb, *words = shlex.split(unit.one("ExecStart"))
    assert (program, verb, words) == (PROGRAM, "serve", ["--port", "%i", "$HANABI_OPTIONS"])
    options = serve.make_context("serve", ["--port", "8001"]).params
    assert Path(options["database"]).parent == Path("/var/lib", unit.one("StateDirectory"))


def test_the_example_settings_name_variables_that_the_services_read(monkeypatch: pytest.MonkeyPatch) -> None:
    example = dict(re.findall(r"^#?(HANABI_\w+)=(.*)$", (DEPLOY / "server.env").read_text(), flags=re.MULTILINE))
    variables_read = {str(option.envvar) for option in serve.params if isinstance(option, click.Option)}
    assert example.keys() <= variables(Unit("hanabi@.service")).keys() | variables_read
    mail = mail_settings(example["HANABI_SMTP"], example["HANABI_MAIL_FROM"], example["HANABI_SITE"])
    assert mail is not None
    assert mail.server.tls == "starttls"
    monkeypatch.setenv("HANABI_DATABASE", example["HANABI_DATABASE"])
    monkeypatch.setenv("HANABI_STANDBY", example["HANABI_STANDBY"])
    options = serve.make_context("serve", shlex.split(example["HANABI_OPTIONS"])).params
    assert options["database"].startswith("postgresql://")
    assert options["standby"]
    assert options["drain"] > 0


def test_systemd_waits_longer_than_the_server() -> None:
    unit = Unit("hanabi@.service")
    assert int(unit.one("TimeoutStartSec")) > STARTUP_PATIENCE
    assert unit.one("KillMode") == "mixed"


def test_the_proxy_expects_the_ports_that_the_guide_starts() -> None:
    proxied = re.findall(r"^ +server (\d+) 127.0.0.1:(\d+)$", (DEPLOY / "haproxy.cfg").read_text(), flags=re.MULTILINE)
    ports = [port for name, port in proxied if name == port]
    guide = (DEPLOY.parent / "docs" / "operations.md").read_text(encoding="utf-8")
    assert f"systemctl enable --now {' '.join(f'hanabi@{port}' for port in ports)}" in guide
    assert f"for port in {' '.join(ports)}; do systemctl restart hanabi@$port; done" in guide


def test_the_nightly_backup_uses_an_existing_command() -> None:
    unit = Unit("hanabi-backup.service")
    words = shlex.split(shlex.split(unit.one("ExecStart"))[2])
    assert words[:4] == ["exec", PROGRAM, "db", "backup"]
    context = main.make_context("hanabi", words[2:], resilient_parsing=True)
    group = main.get_command(context, "db")
    assert group is not None
    assert words[4].startswith("/var/lib/hanabi/backups/")
    assert "hanabi/backups" in unit.one("StateDirectory").split()
    assert variables(unit)["HANABI_DATABASE"] == variables(Unit("hanabi@.service"))["HANABI_DATABASE"]
