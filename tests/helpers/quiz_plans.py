"""What an export is given: the questions of a quiz over a course, or over entries made by hand."""

from flashcards.cards import list_notes
from flashcards.course.model import Choose, Option, Quiz
from flashcards.course.pictures import load_pictures
from flashcards.export.quiz_plan import QuizPlan
from flashcards.questions.draw import draw_quiz
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.courses import course_of

IN_ORDER = Quiz(quiz="q", title="Q", shuffle=False)


def plan_course(course, quiz=IN_ORDER, lang="en", seed=None):
    """The plan of a quiz over a course, as the command makes it."""
    drawn = draw_quiz(quiz, list_notes(course, lang), seed or quiz.seed or "seed").require_enough()
    pictures = load_pictures(course, course.media)
    title, words = course.info.title, Words(lang)
    return QuizPlan(quiz, drawn.questions, drawn.seed, title, words=words, pictures=pictures)


def plan_of(*entries, quiz=IN_ORDER):
    """The plan of a quiz over these entries."""
    return plan_course(course_of(*entries), quiz)


def make_choice(key="k", right="a", wrong="bc", lock=None, **more):
    """A question with an option for each letter, of which the last wrong one may be locked."""
    options = {name: Option(text=f"{name} of {key}") for name in right + wrong}
    options[wrong[-1]] = replace(options[wrong[-1]], lock=lock)
    sides = {"right": right, "wrong": wrong}
    named = {side: {name: options[name] for name in names} for side, names in sides.items()}
    return Choose(key=key, choose=f"Which is {key}?", **named, **more)
