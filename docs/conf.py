"""Settings of the documentation site: `make docs` builds it in site/. A warning, such as a broken link, is an error.

The site includes the repository's own pages (README, CONTRIBUTING, ...). Pages link to each other and to sources by
their paths in the repository; each link is checked there and then rewritten for the site.
"""

import os
import re
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from sphinx.application import Sphinx
from sphinx.util import logging

import hanabi

ROOT = Path(__file__).parents[1]
REPOSITORY = "https://github.com/hanabi-project/hanabi"

project = "Hanabi"
version = release = hanabi.__version__
# Without myst-nb the site has no notebooks.
has_notebooks = find_spec("myst_nb") is not None
extensions = ["myst_nb" if has_notebooks else "myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["pictures", "screenshots", *([] if has_notebooks else ["notebooks"])]
suppress_warnings = [] if has_notebooks else ["toc.excluded", "toc.not_readable"]
default_role = "code"

# `make docs` runs the notebooks; a failing cell is an error.
nb_execution_mode = "force"
nb_execution_timeout = 300
nb_execution_raise_on_error = True
myst_heading_anchors = 3
myst_links_external_new_tab = False

# Members inherited from these bases are Python's, not ours.
bases = (
    "object, str, int, tuple, Enum, StrEnum, ReprEnum, Exception, BaseException, ValueError, IndexError, RuntimeError"
)
autodoc_default_options = {"members": True, "undoc-members": True, "inherited-members": bases}
# Not the docstrings of Gymnasium and PettingZoo, which are not reStructuredText.
autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
add_module_names = False

html_theme = "furo"
html_title = f"Hanabi {release}"
html_copy_source = False
html_show_copyright = False
html_theme_options = {"source_repository": REPOSITORY, "source_branch": "main", "source_directory": "docs/"}

log = logging.getLogger(__name__)

# Pages outside docs/, and the pages of the site that include them.
INCLUDED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)


def site_link(link: str, source: str) -> str:
    """Rewrite a link on the page `source` (a path in the repository) for the site."""
    path, hash_sign, anchor = link.partition("#")
    if ":" in link or not path:
        return link
    place = os.path.normpath(PurePosixPath(source).parent / path).replace(os.sep, "/")
    if not (ROOT / place).exists():
        log.warning("%s links to %s, which is not in the repository", source, link)
    on_site = f"docs/{INCLUDED[place]}" if place in INCLUDED else place
    if on_site.startswith("docs/") or on_site.endswith((".png", ".svg")):
        from_folder = "docs" if source in INCLUDED else PurePosixPath(source).parent
        return os.path.relpath(on_site, from_folder).replace(os.sep, "/") + hash_sign + anchor
    return f"{REPOSITORY}/blob/main/{place}{hash_sign}{anchor}"


def rewrite_links(text: str, source: str) -> str:
    parts = FENCE.split(text)
    parts[::2] = [LINK.sub(lambda match: site_link(match[0], source), part) for part in parts[::2]]
    return "".join(parts)


def on_source_read(_app: Sphinx, docname: str, content: list[str]) -> None:
    if (ROOT / "docs" / f"{docname}.md").is_file():  # links of notebooks are checked by Sphinx itself
        content[0] = rewrite_links(content[0], f"docs/{docname}.md")


def on_include_read(_app: Sphinx, path: Path, _docname: str, content: list[str]) -> None:
    content[0] = rewrite_links(content[0], (ROOT / "docs" / path).resolve().relative_to(ROOT).as_posix())


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", on_source_read)
    app.connect("include-read", on_include_read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
