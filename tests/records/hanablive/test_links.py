"""Links from other programs, and broken links."""

import pytest

from hanabi import RecordError
from hanabi.records import Record, open_game, replay
from hanabi.records.hanablive import BadField, NoCounterpart, read_link, to_link

# A bot's game that was pasted into hanab.live and copied from there (github.com/WuTheFWasThat/hanabi.rs/pull/16); it
# goes on after the last card that could be played, and leaves the value of plays and discards out.
COPIED = (
    "https://hanab.live/shared-replay-json/415vpsfbqucuuqondkak-xxibwavnagyftkghmppd-slcjfmwrhelri,03lcag-"
    "ajaopbxdbiapaagdlbau-abafxbbwadahxaanavoc-aroba0a1xdbzb5a6atb2-bxocbkbsaCbesbaEgcaG-xdam1caIalaBa3pcodxa-lb,0"
)
# Another bot's game, in the newer form with its seed, opened at a turn.
SEEDED = (
    "https://hanab.live/shared-replay-json/415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,03tdeh-"
    "sbxckceeeisbkdeg1bep-edodeleufaerxaexwdez-fjgcfbffeswaeywcf5en-fvfqe2eo1bgce7emf3f4-ewf0tctdeHeIecocekkb-"
    "obe1fJf8f6et,0,p4v0s1#33"
)


def test_a_copied_link_opens() -> None:
    record = open_game(COPIED)
    assert record.players == ("Alice", "Bob", "Cathy", "Donald")
    assert record.actions[:4] == ("clue 2 1", "play 6", "play 9", "play 14")
    over = replay(record).over
    assert over is not None
    assert (over.reason, over.score) == ("deck", 24)


def test_a_link_with_its_seed_opens_and_is_written_the_same() -> None:
    record = open_game(SEEDED)
    assert record.deck == open_game("p4v0s1").deck
    over = replay(record).over
    assert over is not None
    assert over.score == 25
    assert to_link(record) == SEEDED.removesuffix(",p4v0s1#33")


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "  https://hanab.live/replay-json/{}\n",
        "https://hanab.live/shared-replay-json/{}#12",
        "hanab.live/shared-replay-json/{}/",
        "http://localhost:8080/shared-replay-json/{}?x=1",
    ],
)
def test_a_link_opens_however_it_is_pasted(form: str) -> None:
    text = SEEDED.rpartition("/")[2].partition("#")[0]
    assert open_game(form.format(text)).actions == open_game(SEEDED).actions


def test_a_link_opens_with_its_commas_escaped() -> None:
    assert open_game(SEEDED.replace(",", "%2C")) == open_game(SEEDED)


TEXT = COPIED.rpartition("/")[2].replace("-", "")
DECK, ACTIONS, _ = TEXT.split(",")


@pytest.mark.parametrize(
    ("text", "field", "problem"),
    [
        (DECK, "link", "1 fields"),
        (f"{DECK},{ACTIONS}", "link", "2 fields"),
        (f"{TEXT},,,", "link", "6 fields"),
        (f"{DECK},{ACTIONS},", "link, field 3", "number of a variant"),
        (f"{DECK},{ACTIONS},x", "link, field 3", "number of a variant"),
        (f"7{DECK[1:]},{ACTIONS},0", "link, field 1", "number of players"),
        (f"417{DECK[3:]},{ACTIONS},0", "link, field 1", "ranks"),
        (f"{DECK[:9]}_{DECK[10:]},{ACTIONS},0", "link, field 1, letter 10", "'_'"),
        (f"{DECK},,0", "link, field 2", "type of action"),
        (f"{DECK},30{ACTIONS[2:]},0", "link, field 2", "type of action"),
        (f"{DECK},{ACTIONS[:-1]},0", "link, field 2", "odd number"),
        (f"{DECK},{ACTIONS[:8]}é{ACTIONS[9:]},0", "link, field 2, letter 9", "'é'"),
        (f"{DECK[:-1]},{ACTIONS},0", "deck", "has 49 cards"),
        (f"{DECK[:-1]}a,{ACTIONS},0", "deck[49]", "there are 3 of this suit and rank"),
        (f"{DECK[:-1]}Z,{ACTIONS},0", "deck[49].suitIndex", "0 to 4"),
        (f"{DECK},03aZ{ACTIONS[4:]},0", "actions[0].target", "no card 61"),
        (f"{DECK},03Zb{ACTIONS[4:]},0", "actions[0].value", "must be 0"),
        (f"{TEXT},p4v0s2", "seed", "a different deck than the one listed, from deck[0] on"),
        (f"{TEXT},p3v0s2", "seed", "3 players"),
        (f"{TEXT},p4v1s2", "seed", "variant 1"),
    ],
)
def test_a_broken_link_says_where(text: str, field: str, problem: str) -> None:
    with pytest.raises(BadField) as refused:
        from_link(text)
    assert refused.value.field == field
    assert problem in str(refused.value)


def from_link(text: str) -> Record:
    from hanabi.records.hanablive import from_json

    return from_json(read_link(text))


def test_a_link_to_a_variant_of_other_rules() -> None:
    with pytest.raises(NoCounterpart) as refused:
        open_game(f"{DECK},{ACTIONS},173")
    assert refused.value.reason == "variant"


@pytest.mark.parametrize("length", range(0, len(COPIED), 7))
def test_a_link_cut_off_is_refused(length: int) -> None:
    with pytest.raises(RecordError):
        open_game(COPIED[:length])
