from flashcards.anki.build import BuildRequest as BuildRequest
from flashcards.anki.build import build_package as build_package
from flashcards.cards import Card as Card
from flashcards.cards import Note as Note
from flashcards.cards import list_cards as list_cards
from flashcards.cards import list_notes as list_notes
from flashcards.commands.check import check_course as check_course
from flashcards.course.load import load_course as load_course
from flashcards.course.model import Choose as Choose
from flashcards.course.model import Cloze as Cloze
from flashcards.course.model import Code as Code
from flashcards.course.model import Compare as Compare
from flashcards.course.model import Concept as Concept
from flashcards.course.model import Course as Course
from flashcards.course.model import Order as Order
from flashcards.course.model import Quiz as Quiz
from flashcards.course.model import Recall as Recall
from flashcards.course.model import Selection as Selection
from flashcards.course.model import Term as Term
from flashcards.course.new_course import write_new_course as write_new_course
from flashcards.errors import FlashcardsError as FlashcardsError
from flashcards.errors import Problem as Problem
from flashcards.errors import ProblemsFound as ProblemsFound
from flashcards.export.quiz_export import export_quiz as export_quiz
from flashcards.export.quiz_export import write_exported as write_exported
from flashcards.importing.import_material import import_material as import_material
from flashcards.pages.site import preview_page as preview_page
from flashcards.questions.build import make_question as make_question
from flashcards.questions.draw import draw_quiz as draw_quiz
from flashcards.questions.question import Question as Question

__version__: str
__all__: list[str]
