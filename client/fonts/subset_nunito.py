"""Makes the client's font files: `python subset_nunito.py FOLDER`, the `files` of @fontsource-variable/nunito.

Needs fonttools and brotli. Prints what `src/fonts.css` has to say of the fonts that stand in until these are there.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).parents[1] / "src" / "fonts"
# One weight, not compressed: the server draws preview pictures with it.
SERVER = Path(__file__).parents[2] / "src" / "hanabi" / "server" / "http" / "fonts"
SERVER_WEIGHT = 700
WEIGHTS = (400, 800)
FEATURES = ["kern", "mark", "ccmp", "locl", "tnum", "lnum"]
# Latin-1 with the quotation marks, dashes and signs of the catalogs; the rest of Europe's letters come when needed.
RANGES = {
    "latin": "20-7E,A0-FF,131,152-153,2013-2014,2018-201A,201C-201E,2022,2026,2212",
    "latin-ext": "100-17F,218-21B",
}
# Widths of Helvetica and Arial, in thousandths of an em.
ARIAL = dict(
    zip(
        " abcdefghijklmnopqrstuvwxyz",
        [
            *(278, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833),
            *(556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500),
        ],
        strict=True,
    )
)
# How often a letter is met in a thousand of English text: enough to compare the widths of fonts.
FREQUENCY = dict(
    zip(
        " abcdefghijklmnopqrstuvwxyz",
        (180, 65, 12, 22, 32, 103, 20, 16, 49, 57, 1, 5, 33, 20, 57, 61, 15, 1, 50, 52, 73, 22, 8, 17, 1, 14, 1),
        strict=True,
    )
)


def subset(source: Path, unicodes: str) -> TTFont:
    font = TTFont(source)
    options = Options()
    options.layout_features = FEATURES
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(unicodes))
    subsetter.subset(font)
    return instantiateVariableFont(font, {"wght": WEIGHTS})


def mean_width(font: TTFont) -> float:
    widths, glyphs, em = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm
    return sum(widths[glyphs[ord(c)]][0] / em * share for c, share in FREQUENCY.items()) / sum(FREQUENCY.values())


def write_for_server(name: str, font: TTFont) -> None:
    drawn = instantiateVariableFont(font, {"wght": SERVER_WEIGHT}, inplace=False)
    drawn.flavor = None
    for number in (1, 4, 16):
        drawn["name"].setName("Nunito", number, 3, 1, 0x409)
    SERVER.mkdir(parents=True, exist_ok=True)
    drawn.save(SERVER / f"nunito-{name}.ttf")


def main(folder: Path) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, unicodes in RANGES.items():
        source = folder / f"nunito-{name}-wght-normal.woff2"
        font = subset(source, unicodes)
        write_for_server(name, font)
        font.flavor = "woff2"
        font.save(OUT / f"nunito-{name}.woff2")
        print(f"nunito-{name}.woff2: {(OUT / f'nunito-{name}.woff2').stat().st_size} bytes")
    text = instantiateVariableFont(TTFont(folder / "nunito-latin-wght-normal.woff2"), {"wght": 450})
    em, ascent, descent = text["head"].unitsPerEm, text["hhea"].ascent, -text["hhea"].descent
    arial = sum(ARIAL[c] / 1000 * share for c, share in FREQUENCY.items()) / sum(FREQUENCY.values())
    others = {"Arial": arial}
    dejavu = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    if dejavu.exists():
        others["DejaVu Sans"] = mean_width(TTFont(dejavu))
    for name, width in others.items():
        adjust = mean_width(text) / width
        overrides = [f"{value / em / adjust:.1%}" for value in (ascent, descent)]
        print(f"{name}: size-adjust {adjust:.1%}, ascent-override {overrides[0]}, descent-override {overrides[1]}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
