"""The lessons of the course: their positions, solutions and texts."""

import re
from collections.abc import Iterator

import pytest

from hanabi.bots.team import readings_of
from hanabi.course.lesson import Exercise, lessons
from hanabi.course.positions import exercise_record, solutions_of, with_actions
from hanabi.records import replay
from hanabi.rules import Card, Clue, read_action
from hanabi.rules.events import CardPlayed
from hanabi.server.api.course import course
from hanabi.texts import LANGUAGES, catalog
from texts.test_glossary import GLOSSARY, matches

# The level of conventions that the course teaches.
LEVEL = 3


def exercises() -> list[Exercise]:
    return [exercise for lesson in lessons() for exercise in lesson.exercises]


NAMES = [f"{lesson.name} {number}" for lesson in lessons() for number, _ in enumerate(lesson.exercises, start=1)]


def test_the_course_teaches_the_rules_the_conventions_and_the_expansions() -> None:
    assert [lesson.name for lesson in lessons()] == [
        "clues",
        "discards-and-strikes",
        "play-clues",
        "save-clues",
        "chop",
        "focus",
        "good-touch",
        "prompts",
        "finesses",
        "counting",
        "end-game",
        "sixth-firework",
        "black-powder",
        "flamboyants",
        "choreography",
        "all-or-nothing",
    ]
    assert all(2 <= len(lesson.exercises) <= 3 for lesson in lessons())


@pytest.mark.parametrize("exercise", exercises(), ids=NAMES)
def test_the_pupil_is_to_move_and_every_solution_is_legal(exercise: Exercise) -> None:
    """The referee plays each solution, and every card played in it fits."""
    position = replay(exercise.record)
    assert position.player == 0
    legal = position.legal_actions()
    accepted = {read_action(position.state, line[0]) for line in exercise.solutions}
    assert len(accepted) == len(exercise.solutions)
    assert len(accepted) < len(legal), "something must count as wrong"
    for line in exercise.solutions:
        game = replay(with_actions(exercise.record, line))
        done = [event for events in game.seen[None][len(exercise.record.actions) :] for event in events]
        assert all(event.added for event in done if isinstance(event, CardPlayed))


def read_clues() -> list[Exercise]:
    return [exercise for exercise in exercises() if exercise.reading is not None]


@pytest.mark.parametrize("exercise", read_clues())
def test_the_conventions_read_the_clue_as_the_lesson_says(exercise: Exercise) -> None:
    """The player it concerns reads the clue as a play clue, a save clue, a prompt or a finesse."""
    actions = (*exercise.record.actions, exercise.solutions[0][0])
    number = max(place for place, text in enumerate(actions) if text.startswith("clue"))
    game = replay(with_actions(exercise.record, exercise.solutions[0]), number + 1)
    clue = read_action(game.state, actions[number])
    assert isinstance(clue, Clue)
    reader = clue.to if exercise.reader is None else exercise.reader
    template = catalog("en")[f"team.heard.{exercise.reading}"]
    assert isinstance(template, str)
    pattern = re.sub(r"\\\{\w+\\\}", ".+", re.escape(template))
    sentences = [one.sentence for one in readings_of(game.view(reader), LEVEL) if one.action == number]
    assert any(re.fullmatch(pattern, sentence) for sentence in sentences), sentences


def test_most_lessons_about_clues_are_read_by_the_conventions() -> None:
    assert {exercise.reading for exercise in read_clues()} == {"play", "save", "play_or_save", "prompt", "finesse"}
    assert len(read_clues()) >= 15


def sentences() -> Iterator[tuple[str, dict[str, str]]]:
    for lesson in lessons():
        yield f"{lesson.name} title", dict(lesson.title)
        yield f"{lesson.name} text", dict(lesson.text)
        for number, exercise in enumerate(lesson.exercises, start=1):
            for part in ("task", "hint", "answer"):
                yield f"{lesson.name} {number} {part}", dict(getattr(exercise, part))


def test_every_text_exists_in_every_language() -> None:
    for name, texts in sentences():
        assert list(texts) == list(LANGUAGES), name
        assert len(set(texts.values())) > 1, name
        assert all(text == text.strip() and text for text in texts.values()), name


def test_lessons_use_the_words_of_the_glossary() -> None:
    strayed = [
        (term, name, lang, text)
        for term, entry in GLOSSARY.items()
        for name, texts in sentences()
        for lang, text in texts.items()
        if lang != "en"
        and (
            (matches(entry["english"], texts["en"]) and not matches(entry[lang], text))
            or (lang in entry.get("never", {}) and matches(entry["never"][lang], text))
        )
    ]
    assert strayed == []


def test_clients_get_everything_they_need_to_judge_an_answer() -> None:
    shown = course("ro")
    assert [lesson.title for lesson in shown.lessons] == [lesson.title["ro"] for lesson in lessons()]
    for lesson in shown.lessons:
        for exercise in lesson.exercises:
            assert exercise.start.view.player == exercise.start.view.seat == 0
            assert exercise.start.view.legal
            assert all(card.card is None for card in exercise.start.view.hands[0].cards)
            assert all(solution.frames for solution in exercise.solutions)


def test_a_position_is_reached_by_a_game() -> None:
    position = {
        "hands": ["r3 r1 w4 y4 b5", "g3 k1 w3 y2 r1"],
        "fireworks": "r2 k4",
        "discards": "g1 w1",
        "rules": {"edition": "pl", "black_powder": True},
        "draws": "b1",
        "actions": ["clue 1 3"],
        "solutions": [["clue 0 *", "play r3", "discard g3"], ["discard g3"]],
    }
    record = exercise_record({**position, "first": 0})
    game = replay(record)
    hands = [[str(game.card(seat, slot)) for slot in range(5)] for seat in range(2)]
    assert hands == [["r3", "r1", "w4", "y4", "b5"], ["g3", "k1", "w3", "y2", "r1"]]
    assert sorted(str(game.deck[card]) for card in game.state.discards[: game.state.discard_count]) == ["g1", "w1"]
    assert game.view(0).score == 2 - 3
    assert game.deck[game.state.next_card] == Card.of("b1")
    solutions = solutions_of(record, position["solutions"])  # type: ignore[arg-type]
    assert {len(line) for line in solutions[:-1]} == {1, 3}
    with pytest.raises(ValueError, match="no such card"):
        exercise_record({**position, "actions": ["play y1"]})
