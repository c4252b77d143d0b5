"""What the client's page says of the address it is served at before any script runs, and to bots, which run none."""

import re
from html import escape
from urllib.parse import quote

from hanabi.server.http.link_previews import LinkPreview
from hanabi.server.http.preview_picture import HEIGHT, WIDTH

_REPLACED = re.compile(
    r'\s*<(?:title>.*?</title>|meta (?:property="og:|name="(?:description|twitter:))[^>]*>)', re.DOTALL
)

# Where the client puts itself.
_EMPTY = '<div id="app"></div>'


def with_shell(page: str, shell: str) -> str:
    """The page with the start page as it looks before the client is there, which then puts itself in its place."""
    return page.replace(_EMPTY, f'<div id="app" data-shell>{shell}</div>', 1)


def with_preview(page: str, preview: LinkPreview, origin: str, path: str, catalog: str | None = None) -> str:
    """The page with title, description, Open Graph and Twitter tags and a link for oEmbed; `origin` is the server's.

    `catalog` is the file with the visitor's texts: fetched beside the scripts instead of after them.
    """
    address = origin + path
    tags = [
        f"<title>{escape(preview.title)}</title>",
        _meta("name", "description", preview.text),
        _meta("property", "og:type", "website"),
        _meta("property", "og:site_name", "Hanabi"),
        _meta("property", "og:locale", preview.lang.replace("-", "_")),
        _meta("property", "og:url", address),
        _meta("property", "og:title", preview.title),
        _meta("property", "og:description", preview.text),
        _meta("property", "og:image", origin + preview.picture),
        _meta("property", "og:image:width", str(WIDTH)),
        _meta("property", "og:image:height", str(HEIGHT)),
        _meta("property", "og:image:alt", preview.title),
        _meta("name", "twitter:card", "summary_large_image"),
    ]
    if preview.embed is not None:
        found = f"{origin}/api/oembed?format=json&url={quote(address, safe='')}"
        tags.append(f'<link rel="alternate" type="application/json+oembed" href="{escape(found)}">')
    if catalog is not None:
        tags.append(f'<link rel="modulepreload" crossorigin href="{escape(catalog)}">')
    head = _REPLACED.sub("", page).replace('<html lang="en">', f'<html lang="{preview.lang}">', 1)
    return head.replace("</head>", "".join(f"\n    {tag}" for tag in tags) + "\n  </head>", 1)


def _meta(kind: str, name: str, content: str) -> str:
    return f'<meta {kind}="{name}" content="{escape(content)}">'
