"""Every switch of the printed game, used in the browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Server, Visit
from hanabi import Game, RuleSet
from hanabi.rules import TILES, Card, Clue, Play, Rescue, Reshuffle, Suit
from support.browser_actions import act, lifted, own, pick_own, wait_for_actions, wait_for_turn
from support.browser_players import TableMates

POLISH = {"edition": "pl", "multicolor": "wild", "black_powder": True, "flamboyants": True}


def seat_in_browser(visit: Visit, mates: TableMates, **context: Any) -> Page:
    """The player to act goes on in the browser."""
    assert mates.game.player is not None
    page = visit(mates.seat_path(mates.game.player), **context)
    mates.close()
    wait_for_turn(page)
    return page


def test_announcing_the_suit_returns_a_token(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="announce", choreography=True)
    playable = lambda game: game.state.clue_tokens < 8 and bool(_playable(game))  # noqa: E731
    mates.advance(playable)
    page = seat_in_browser(visit, mates)
    slot, card = _playable(mates.game)[0]
    tokens = mates.game.state.clue_tokens
    act(page, Play(slot, announce=card.suit.value))
    expect(page.locator(".log")).to_contain_text(", as announced.")
    expect(page.locator('[data-status="clues"]')).to_have_text(f"{tokens + 1}/8")


def _playable(game: Game) -> list[tuple[int, Card]]:
    """Slots of the player to act that would fit, with their cards; none that completes a firework."""
    view = game.view()
    assert game.player is not None
    cards = [(slot, game.card(game.player, slot)) for slot in range(game.state.hand_sizes[game.player])]
    return [(slot, card) for slot, card in cards if card in view.playable and card.rank < 5]


@pytest.mark.parametrize("tile", ["free_color_clue", "free_rank_clue", "reshuffle", "rescue"])
def test_a_reward_tile_asks_for_its_choice(visit: Visit, server: Server, tile: str) -> None:
    seed = _seed_with(tile)
    mates = TableMates(server.address, 2, seed=seed, flamboyants=True)
    mates.advance(lambda game: game.pending == tile)
    assert mates.game.pending == tile
    page = seat_in_browser(visit, mates)
    action = mates.chosen()
    face = None
    if isinstance(action, Reshuffle | Rescue):
        face = next(d.card for d in mates.game.view().discards if d.card_id == action.card_id)
    if isinstance(action, Clue):
        chips = page.locator(f'.mate[data-seat="{action.to}"]')
        chips.locator(".card-button").first.click()
        other = 1 if tile == "free_color_clue" else "red"
        expect(page.locator(f'.clue-chips [data-about="{other}"]')).to_have_attribute("aria-disabled", "true")
        page.keyboard.press("Escape")
    tokens = mates.game.state.clue_tokens
    act(page, action, face)
    wait_for_actions(page, len(mates.game.action_texts) + 1)
    if isinstance(action, Clue):
        expect(page.locator('[data-status="clues"]')).to_have_text(f"{tokens}/8")
    elif isinstance(action, Reshuffle):
        expect(page.locator(".log")).to_contain_text("back into the deck")
    else:
        expect(page.locator(".log")).to_contain_text("from the discard pile")


def _seed_with(tile: str) -> str:
    """A deal in which good players meet this tile's choice."""
    import random

    from support.game_drivers import choose, peeking

    for number in range(200):
        seed = f"tile {tile} {number}"
        game = Game.new(players=["Ana", "Bo"], seed=seed, rules=RuleSet.of(flamboyants=True))
        if game.rewards[0] != tile and game.rewards[1] != tile:
            continue
        rng = random.Random(seed)
        while game.over is None and game.pending != tile:
            action = choose(game, peeking, rng)
            game.act(Reshuffle(action.card_id) if isinstance(action, Reshuffle) else action)
        if game.over is None:
            return seed
    raise AssertionError(f"no deal found for {tile}")


@pytest.mark.parametrize("tile", ["clue_back", "mend"])
def test_a_tile_without_a_choice_is_told(visit: Visit, server: Server, tile: str) -> None:
    assert tile in TILES
    for number in range(50):
        game = Game.new(players=["Ana", "Bo"], seed=f"{tile} {number}", rules=RuleSet.of(flamboyants=True))
        if game.rewards[0] == tile:
            break
    mates = TableMates(server.address, 2, seed=f"{tile} {number}", flamboyants=True)
    page = visit(mates.seat_path(0))
    page.locator("[data-own]").first.wait_for()
    mates.advance(lambda game: bool(game.state.tiles_turned))
    title = {"clue_back": "A clue token", "mend": "Repair"}[tile]
    expect(page.locator(".log")).to_contain_text(f"A reward tile is turned over: “{title}”.")


def test_black_is_never_named_but_ranks_touch_it(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="black 1", **POLISH)

    def may_clue_black(game: Game) -> bool:
        may_clue = game.player == 0 and game.pending is None and game.state.clue_tokens > 0
        return may_clue and any(game.card(1, slot).suit is Suit.BLACK for slot in range(5))

    mates.advance(may_clue_black)
    page = seat_in_browser(visit, mates)
    slot = next(slot for slot in range(5) if mates.game.card(1, slot).suit is Suit.BLACK)
    black = mates.game.card(1, slot)
    page.locator(".mate .card-button").nth(slot).click()
    words = page.locator(".clue-chips [data-about]").evaluate_all("all => all.map((one) => one.dataset.about)")
    assert words == ["white", "red", "blue", "yellow", "green", "1", "2", "3", "4", "5"]
    page.locator(f'.clue-chips [data-about="{black.rank}"]').click()
    assert lifted(page) == [mates.game.card(1, place).rank == black.rank for place in range(5)]


@pytest.mark.parametrize(("form", "nameable"), [("suit", True), ("wild", False)])
def test_multicolor_in_both_forms(visit: Visit, server: Server, form: str, nameable: bool) -> None:
    mates = TableMates(server.address, 2, seed="colors", multicolor=form)

    def multicolor(game: Game) -> list[int]:
        return [slot for slot in range(5) if game.card(1, slot).suit is Suit.MULTICOLOR]

    mates.advance(lambda game: game.player == 0 and bool(multicolor(game)) and game.state.clue_tokens > 0)
    page = seat_in_browser(visit, mates)
    page.locator(".mate .card-button").first.click()
    assert page.locator('.clue-chips [data-about="multicolor"]').count() == int(nameable)
    page.locator('.clue-chips [data-about="red"]').click()
    shown = lifted(page)
    red = [mates.game.card(1, slot).suit is Suit.RED for slot in range(5)]
    wild = [] if nameable else multicolor(mates.game)
    assert shown == [touched or slot in wild for slot, touched in enumerate(red)]
    assert "red" in page.locator("[data-preview]").inner_text()


def test_an_empty_clue_is_disabled_with_its_reason_where_the_book_forbids_it(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="empty", edition="ro")
    page = seat_in_browser(visit, mates)
    ranks = {mates.game.card(1, slot).rank for slot in range(5)}
    missing = next(rank for rank in range(1, 6) if rank not in ranks)
    page.locator(".mate .card-button").first.click()
    chip = page.locator(f'.clue-chips [data-about="{missing}"]')
    expect(chip).to_have_attribute("aria-disabled", "true")
    assert "empty clues are off" in (chip.get_attribute("aria-label") or "")
    chip.click(force=True)
    assert page.locator("[data-preview]").count() == 0


def test_discarding_is_refused_with_its_reason_while_all_tokens_are_there(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="tokens", clue_tokens=9)
    page = seat_in_browser(visit, mates)
    expect(page.locator('[data-status="clues"]')).to_have_text("9/9")
    pick_own(page, 0)
    expect(page.locator('[data-action="discard"]')).to_have_attribute("aria-disabled", "true")
    page.get_by_text("All the clue tokens are available, so you may not discard").last.wait_for()


def test_one_strike_and_all_or_nothing_end_at_once(visit: Visit, server: Server) -> None:
    mates = TableMates(server.address, 2, seed="strike", strikes=1, all_or_nothing=True)
    page = seat_in_browser(visit, mates)
    slot = next(slot for slot in range(5) if mates.game.card(0, slot).rank > 1)
    own(page, slot).click()
    page.locator('[data-action="play"]').click()
    page.get_by_text("this would be the last strike").wait_for()
    page.locator("[data-anyway]").click()
    expect(page.locator(".end")).to_contain_text("The game is lost")
