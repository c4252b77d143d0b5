"""The course: lessons with exercises, in one document that clients can keep for use offline."""

import msgspec
from msgspec import Struct

from hanabi.course.lesson import Exercise, Lesson, lessons
from hanabi.course.positions import with_actions
from hanabi.records import replay
from hanabi.rules import Clue, Discard, Play, read_action
from hanabi.rules.view_documents import LegalRescue, LegalReshuffle
from hanabi.server.api.resource import FixedContent, Refused, Request, Resource, Response, route
from hanabi.server.api.shared_bodies import RuleValues
from hanabi.server.archive.positions import frames
from hanabi.server.tables import switches_of
from hanabi.server.tables.features import play
from hanabi.server.wire.messages import Frame
from hanabi.texts import LANGUAGES

# The course is played in the first seat.
PUPIL = 0


class ExerciseSolution(Struct, frozen=True):
    """The pupil's choice, and the frames after it: one for the choice and one for each action that follows."""

    action: play.Choice
    frames: list[Frame]


class ExerciseBody(Struct, frozen=True):
    """`start` is the position where the pupil acts. `answer` explains the solutions."""

    players: list[str]
    rules: RuleValues
    task: str
    hint: str
    answer: str
    start: Frame
    solutions: list[ExerciseSolution]


class LessonBody(Struct, frozen=True):
    """`name` is the last part of the lesson's address."""

    name: str
    title: str
    text: str
    exercises: list[ExerciseBody]


class Course(Struct, frozen=True):
    lessons: list[LessonBody]


class CourseResource(Resource):
    @route("GET", "/api/course/{language}", summary="All lessons with their exercises", gives=Course)
    async def show_course(self, request: Request) -> Response:
        """As the first seat sees them. All solutions are included, so the course works without a server."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refused("no_such_text")
        content = _contents.get(language)
        if content is None:
            document = await self.context.workers.run(request, course_document, language)
            content = _contents[language] = FixedContent(document, "application/json")
        response = content.response(request)
        response.headers["Cache-Control"] = "public, max-age=300"
        return response


# By language, filled on first use.
_contents: dict[str, FixedContent] = {}


def course_document(language: str) -> bytes:
    return msgspec.json.encode(course(language))


def course(language: str) -> Course:
    return Course([_lesson_body(lesson, language) for lesson in lessons()])


def _lesson_body(lesson: Lesson, language: str) -> LessonBody:
    exercises = [_exercise_body(exercise, language) for exercise in lesson.exercises]
    return LessonBody(lesson.name, lesson.title[language], lesson.text[language], exercises)


def _exercise_body(exercise: Exercise, language: str) -> ExerciseBody:
    record, done = exercise.record, len(exercise.record.actions)
    # The frames of the first solution include everything up to the position.
    start, solutions = None, []
    for line in exercise.solutions:
        shown = [msgspec.json.decode(frame, type=Frame) for frame in frames(with_actions(record, line), PUPIL)]
        before = [event for frame in shown[exercise.shown_from + 1 : done + 1] for event in frame.events]
        start = start or Frame(before, shown[done].view)
        solutions.append(ExerciseSolution(_choice(exercise, line[0], start), shown[done + 1 :]))
    assert start is not None
    return ExerciseBody(
        list(record.players),
        switches_of(record.rules),
        exercise.task[language],
        exercise.hint[language],
        exercise.answer[language],
        start,
        solutions,
    )


def _choice(exercise: Exercise, text: str, start: Frame) -> play.Choice:
    """An action in the form that a client sends."""
    game = replay(exercise.record)
    match read_action(game.state, text):
        case Play(slot, announce):
            return play.PlayChoice(slot, announce)
        case Discard(slot):
            return play.DiscardChoice(slot)
        case Clue(to, about):
            return play.ClueChoice(to, about)
    type_, card, *_ = text.split()
    face = str(game.deck[int(card)])
    kind = LegalRescue if type_ == "rescue" else LegalReshuffle
    legal = next(option for option in start.view.legal if isinstance(option, kind) and option.card == face)
    return (play.RescueChoice if type_ == "rescue" else play.ReshuffleChoice)(legal.draw)
