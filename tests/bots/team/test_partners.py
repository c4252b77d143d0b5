"""What the team bot infers about its partners from their moves, and whether it remembers that in the next game."""

from collections.abc import Sequence

import pytest

from hanabi import Clue, Game, Play
from hanabi.bots import Bot, make_bot
from hanabi.bots.team import Team
from hanabi.bots.team.engine.conventions.belief import belief
from hanabi.bots.team.engine.conventions.chop import chop
from hanabi.bots.team.engine.layout import UNEXPLAINED
from hanabi.bots.team.engine.levels import FINESSING, PLAIN, conventions_at
from hanabi.bots.team.engine.promises import conventions_of, is_touched
from hanabi.bots.team.fitted_choice import choice_for
from hanabi.rules import faces_in
from support.convention_table import Club, a_club


def finished(bots: Sequence[Bot], seed: int, names: Sequence[str] = ("Ana", "Bo", "Cy")) -> Game:
    game = Game.new(players=list(names), seed=seed, empty_clues=False)
    while game.player is not None:
        game.act(bots[game.player].choose(game.view(game.player)))
    return game


def conventions_in_mind(club: Club, name: str, of: str) -> int:
    view = club.table.view(name)
    return conventions_of(Team(club.level).mind_at(view), view.names.index(of))


def test_partners_without_conventions_are_recognized() -> None:
    team = Team()
    game = finished([team, make_bot("simple"), make_bot("simple")], seed=0)
    mind = team.mind_at(game.view(0))
    assert PLAIN in (conventions_of(mind, 1), conventions_of(mind, 2))
    assert game.over is not None
    assert game.over.outcome != "lost"


def test_partners_with_the_same_conventions_are_trusted() -> None:
    bots = [Team() for _ in range(3)]
    game = finished(bots, seed=0)
    mind = bots[0].mind_at(game.view(0))
    assert [conventions_of(mind, seat) for seat in (1, 2)] == [conventions_at(FINESSING)] * 2


@pytest.mark.parametrize("compiled", [False, True])
def test_it_chooses_as_people_do_with_partners_who_seem_to_know_conventions(compiled: bool) -> None:
    careful, as_people = (choice_for(3, as_people=way)["trust"] for way in (False, True))
    assert careful != as_people
    team = Team(compiled=compiled)
    view = finished([team, Team(), Team()], seed=10).view(0)
    assert team.mind_at(view).weights.trust == as_people
    view = finished([team, make_bot("simple"), make_bot("simple")], seed=0).view(0)
    assert team.mind_at(view).weights.trust == careful
    own_kind = Team(compiled=compiled, partners=("team", "team:search"))
    assert own_kind.mind_at(finished([own_kind, Team(), Team()], seed=0).view(0)).weights.trust == careful


BY_CONVENTIONS, LIKE_A_NEWCOMER = ("b4", "b3", "w3"), ("y3", "y4", "w3")  # the chops; the newest cards


def clued_red_after(discards: Sequence[str]) -> Club:
    """Ana has discarded these cards and then clues Bo's red 2."""
    club = a_club("fireworks r1 · clues 1 · Ana* b4 b3 w3 y4 y3 · Bo g4 w4 g3 r2 y4 · deck g3 w3 b4 b3 g4 y3 …")
    for own, other in zip(discards, ("g4", "w4", "w3"), strict=True):
        club = club.discards(own).discards(other)
    return club.clues("Bo", "red")


def test_promises_are_believed_of_people_who_discard_by_conventions_and_doubted_of_newcomers() -> None:
    assert clued_red_after(BY_CONVENTIONS).choice() == Play(1)
    assert clued_red_after(LIKE_A_NEWCOMER).choice() != Play(1)


def test_after_a_few_moves_it_says_whom_it_believes_it_plays_with() -> None:
    expert, newcomer = (clued_red_after(discards).table.view("Bo") for discards in (BY_CONVENTIONS, LIKE_A_NEWCOMER))
    assert Team().reason(expert)[1].endswith("By the moves so far, I count on conventions with Ana.")
    assert Team().reason(newcomer)[1].endswith("By the moves so far, I take the clues of Ana at their word.")
    assert "By the moves" not in Team(partners=("team",)).reason(expert)[1]


def test_it_does_not_open_with_a_clue_to_a_stranger_that_its_own_rules_leave_unexplained() -> None:
    view = Game.new(players=["Ana", "Bo"], seed=7, empty_clues=False).view(0)
    assert Team(partners=(None,)).choose(view) != Clue(1, 4)
    assert Team(partners=("team",)).choose(view) == Clue(1, 4)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_deal_makes_it_open_with_a_clue_that_its_own_rules_leave_unexplained(players: int) -> None:
    for seed in range(25):
        game, team = Game.new(players=players, seed=seed, empty_clues=False), Team()
        game.act(team.choose(game.view(0)))
        assert team.mind_at(game.view(0)).latest.reading != UNEXPLAINED


def misled(times: int) -> Club:
    """Cy has given Bo `times` clues (at most two) that cost a strike."""
    club = a_club("fireworks r1 y1 · Ana b4 b3 b3 y4 y3 · Bo g4 w4 r4 r3 y4 · Cy* w1 w1 g3 g3 w3 · deck b1 b1 b2 w2 …")
    for about, discarded, played in (("red", "b4", "r3"), ("yellow", "b3", "y4"))[:times]:
        club = club.clues("Bo", about).discards(discarded).plays(played)
    return club


def test_after_two_strikes_by_one_partner_s_clues_only_the_plain_clues_of_that_partner_count() -> None:
    assert [conventions_in_mind(misled(times), "Bo", "Cy") for times in (0, 1, 2)] == [
        conventions_at(FINESSING),
        conventions_at(FINESSING),
        PLAIN,
    ]
    assert misled(2).thinks("Bo")[2] == "r1 r2 r3 r4 r5"


def test_a_partner_known_to_be_a_team_bot_is_never_doubted() -> None:
    view = misled(2).table.view("Bo")
    for partners, expected in ((("team", "team"), conventions_at(FINESSING)), (("team:search", None), PLAIN)):
        mind = Team(partners=partners).mind_at(view)
        assert conventions_of(mind, view.names.index("Ana")) == conventions_at(FINESSING)
        assert conventions_of(mind, view.names.index("Cy")) == expected


def test_only_the_plain_clues_of_a_bot_known_to_have_no_conventions_count() -> None:
    view = Game.new(players=["Ana", "Bo", "Cy"], seed=1, empty_clues=False).view(0)
    mind = Team(partners=("simple", None)).mind_at(view)
    assert [conventions_of(mind, seat) for seat in (1, 2)] == [PLAIN, conventions_at(FINESSING)]


def test_partners_are_remembered_only_on_request() -> None:
    remembering, forgetful = Team(), Team()
    remembering.remember_partners = True
    for team in (remembering, forgetful):
        finished([team, make_bot("simple"), make_bot("simple")], seed=0)
    after = remembering.mind_at(Game.new(players=["Ana", "Bo", "Cy"], seed=1, empty_clues=False).view(0))
    stranger = remembering.mind_at(Game.new(players=["Ana", "Dee", "Eli"], seed=1, empty_clues=False).view(0))
    forgotten = forgetful.mind_at(Game.new(players=["Ana", "Bo", "Cy"], seed=1, empty_clues=False).view(0))
    assert PLAIN in (conventions_of(after, 1), conventions_of(after, 2))
    assert list(stranger.partners.odds) == list(forgotten.partners.odds)
    assert PLAIN not in (conventions_of(forgotten, 1), conventions_of(forgotten, 2))


def test_with_one_strike_left_a_stranger_s_promise_is_not_enough() -> None:
    table = "fireworks r1 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4"
    assert a_club(table).clues("Bo", "red").choice() == Play(3)
    assert a_club(f"strikes 2 · {table}").clues("Bo", "red").choice() != Play(3)


def test_a_card_that_it_has_passed_over_is_not_played_on_the_same_promise() -> None:
    """Whoever sat there before, perhaps a person, saw a reason to discard instead."""
    club = a_club("fireworks r1 · clues 6 · Ana* b4 b3 b3 y4 y3 · Bo g4 w4 r4 r2 y4 · Cy w3 g3 w3 g4 b4 · deck b1 …")
    club = club.clues("Bo", "red")
    assert club.choice() == Play(3)
    assert club.discards("g4").discards("w3").discards("b4").choice() != Play(2)


def test_with_one_stranger_only_a_play_clue_calls_for_a_card_blind() -> None:
    """Team bots discard a playable card if the other one has it, too; a stranger may have made a mistake."""
    club = a_club("fireworks r1 · clues 6 · Ana* b4 b3 b3 y4 r2 · Bo g4 w4 g3 r2 y3 · deck w4 …")
    view = club.clues("Bo", "red").discards("r2").table.view("Ana")
    assert Team(partners=("team",)).choose(view) == Play(4)
    assert Team(partners=(None,)).choose(view) != Play(4)


# Clues to partners who are not known to be team bots mean what every club reads


def expected_beliefs(club: Club, giver: str, whose: str, partners: Sequence[str | None]) -> str:
    """What the giver, with these partners, expects the holder of a hand to think about the cards."""
    view = club.table.view(giver)
    mind = Team(club.level, partners=partners).mind_at(view)
    cells = mind.table.hands[view.names.index(whose)][: mind.table.held[view.names.index(whose)]]
    faces = [faces_in(view.rules, belief(view.rule_tables, mind, cell)) for cell in cells]
    touched = [is_touched(mind, cell) for cell in cells]
    return " | ".join(
        " ".join(sorted(map(str, kinds))) if is_known else "-" for kinds, is_known in zip(faces, touched, strict=True)
    )


def test_strangers_are_not_expected_to_know_bluffs() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo g4 w4 g4 g1 g3 · Cy y4 b4 r5 w4 y3").clues("Cy", "red")
    assert expected_beliefs(club, "Ana", "Bo", ("team", "team")) == "- | - | - | b1 g1 r2 w1 y1 | -"
    assert expected_beliefs(club, "Ana", "Bo", (None, None)) == "- | - | - | - | -"
    assert club.thinks("Bo")[3] == "b1 g1 r2 w1 y1"


def test_strangers_read_a_late_five_as_a_play_clue() -> None:
    late = a_club("fireworks r3 · clues 5 · Ana b4 b3 b3 y4 w3 · Bo* y4 b4 r5 w4 g3 · deck g2 …")
    late = late.discards("y4").clues("Bo", 5)
    assert expected_beliefs(late, "Ana", "Bo", ("team",)) == "- | b5 g5 r5 w5 y5 | - | - | -"
    assert expected_beliefs(late, "Ana", "Bo", (None,)) == "- | r5 | - | - | r4"
    early = a_club("fireworks r3 · clues 5 · Ana* b4 b3 b3 y4 w3 · Bo y4 b4 r5 w4 g3").clues("Bo", 5)
    assert expected_beliefs(early, "Ana", "Bo", (None,)) == "- | - | b5 g5 r5 w5 y5 | - | -"


def test_for_strangers_the_focus_of_cards_clued_again_is_the_newest() -> None:
    club = a_club("fireworks b3 r2 · discards r4 · Ana* b1 b3 b2 y4 w3 · Bo b4 r4 y3 w3 g3 · deck g2 …")
    club = club.clues("Bo", "blue").clues("Ana", "yellow").clues("Bo", "red").discards("y3").clues("Bo", 4)
    assert expected_beliefs(club, "Ana", "Bo", ("team",)) == "b4 | r4 | - | - | -"
    assert expected_beliefs(club, "Ana", "Bo", (None,)) == "b4 | r4 | - | - | r3"


def test_a_five_next_to_the_chop_does_not_move_a_stranger_s_chop() -> None:
    club = a_club("fireworks r1 · Ana* b4 b3 b3 y4 w3 · Bo r3 g5 w4 g3 w3").clues("Bo", 5)
    view = club.table.view("Ana")
    minds = [Team(partners=(who,)).mind_at(view) for who in ("team", None)]
    assert [mind.table.hands[1].index(chop(mind, 1)) for mind in minds] == [2, 0]


def test_own_1s_are_played_before_cluing_1s_of_a_stranger_that_may_be_the_same() -> None:
    club = a_club("Ana* b4 b3 r1 w1 w3 · Bo b4 r1 w3 w4 b1").clues("Bo", 1)
    assert isinstance(Team(partners=(None,)).choose(club.table.view("Bo")), Play)


def test_own_1s_are_played_in_the_clubs_order() -> None:
    club = a_club("Ana* y3 b1 r3 g3 b5 · Bo w4 y3 g4 b4 r4 · deck r1 …").plays("b5").clues("Ana", 1)
    assert club.choice() == Play(4)  # the one drawn since the deal
    club = a_club("Ana y1 b1 r3 g3 b5 · Bo* w4 y3 g4 b4 r4").clues("Ana", 1)
    assert club.choice() == Play(0)  # the one that was the chop
