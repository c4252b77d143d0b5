"""Nothing is told by color alone: shapes differ, edges stand out, whatever the eye or the system does to colors."""

import io
from typing import Literal

from PIL import Image

from e2e.conftest import Server, Visit
from support.browser_actions import in_sight, wait_for_turn, wait_until_still
from support.browser_players import TableMates

FULL = {"multicolor": "suit", "black_powder": True}
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


def luminance(color: tuple[int, ...]) -> float:
    def linear(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(value) for value in color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def edge_contrast(picture: Image.Image, box: dict[str, float]) -> float:
    """The best contrast between the panel and the first pixels of a card's edge, going in from the left."""
    left, middle = round(box["x"]) - 4, round(box["y"] + box["height"] / 2)
    pixels = [pixel for x in range(left, left + 16) if isinstance(pixel := picture.getpixel((x, middle)), tuple)]
    return max(contrast(pixels[0], pixel) for pixel in pixels[2:])


CARDS = """all => all.map((card) => {
    const { x, y, width, height } = card.getBoundingClientRect();
    const shape = card.querySelector(".shape").getAttribute("d");
    return { suit: card.classList[1], shape, box: { x, y, width, height } };
})"""


def test_every_card_has_its_shape_and_a_clear_edge(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 5, seed="colors 2", **FULL)
    page = visit(mates.seat_path(0), settings={"contrast": False})
    mates.close()
    wait_for_turn(page)
    cards = page.locator(".mate svg.card")
    assert in_sight(cards)
    drawn = cards.evaluate_all(CARDS)
    assert len(drawn) == 16
    shapes: dict[str, set[str]] = {}
    for card in drawn:
        shapes.setdefault(card["suit"], set()).add(card["shape"])
    assert len(shapes) >= 6
    assert all(len(same) == 1 for same in shapes.values())
    assert len({next(iter(same)) for same in shapes.values()}) == len(shapes)
    session = page.context.new_cdp_session(page)
    pictures = set()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        for eye in ("none", "deuteranopia", "protanopia", "tritanopia", "achromatopsia"):
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": eye})
            wait_until_still(page)
            picture = Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")
            pictures.add(picture.tobytes())
            for card in drawn:
                assert edge_contrast(picture, card["box"]) >= 3, (scheme, eye, card["suit"])
    assert len(pictures) == 10, "every one of them shows other colors"


def test_every_word_of_a_clue_has_a_shape_of_its_own(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="chips", **FULL)
    page = visit(mates.seat_path(0))
    mates.close()
    wait_for_turn(page)
    page.locator(".mate .card-button").first.click()
    drawn = page.locator(".clue-chips .chip path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
    assert len(drawn) == len(set(drawn)) == 11


def test_forced_colors_keep_the_cards(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 3, seed="forced", **FULL)
    plain = visit(mates.seat_path(0))
    forced = visit(mates.seat_path(0), forced_colors="active")
    mates.close()
    fills = []
    for page in (plain, forced):
        wait_for_turn(page)
        fills.append(
            page.locator(".mate svg.card .face").evaluate_all("all => all.map((one) => getComputedStyle(one).fill)")
        )
    assert fills[0] == fills[1]
    forced.locator(".mate .card-button").first.click()
    chip = forced.locator('.clue-chips [data-about="red"] svg').evaluate("one => getComputedStyle(one).fill")
    assert chip == "rgb(216, 55, 63)"


def test_a_touched_card_differs_by_more_than_color(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="touched")
    mates.advance(lambda game: any(card.clued for card in game.view(0).hand))
    page = visit(mates.seat_path(0))
    mates.close()
    page.locator("[data-own]").first.wait_for()
    signs = page.locator(".hand .frame").evaluate_all("all => all.map((one) => one.querySelectorAll('.glyph').length)")
    assert [count > 0 for count in signs] == [bool(card.clued) for card in mates.game.view(0).hand]
