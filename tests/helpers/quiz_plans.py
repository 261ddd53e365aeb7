"""What an export is given: the questions of a quiz over a course, or over entries made by hand."""

from flashcards.cards import list_notes
from flashcards.course.model import Course, CourseInfo, Deck, Quiz
from flashcards.course.pictures import load_pictures
from flashcards.export.quiz_plan import QuizPlan
from flashcards.questions.draw import draw_quiz
from flashcards.words import Words

IN_ORDER = Quiz(quiz="q", title="Q", shuffle=False)


def plan_course(course, quiz=IN_ORDER, lang="en", seed=None):
    """The plan of a quiz over a course, as the command makes it."""
    seed = seed or quiz.seed or "seed"
    return QuizPlan(
        title=quiz.title,
        course=course.info.title,
        questions=draw_quiz(quiz, list_notes(course, lang), seed).require_enough().questions,
        seed=seed,
        version="1.2.3",
        words=Words(lang),
        shuffle=quiz.shuffle,
        minutes=quiz.minutes,
        pictures=load_pictures(course, course.media),
    )


def plan_of(*entries, quiz=IN_ORDER):
    """The plan of a quiz over these entries."""
    info = CourseInfo(id="c", title="C", author="A", licence="L")
    deck = Deck(deck="d", title="D", entries=entries)
    return plan_course(Course(info=info, decks=(deck,)), quiz)
