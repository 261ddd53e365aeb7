"""PyTorch flashcards, written once in YAML, studied in Anki, in a terminal and in class.

What `__all__` names is the public API; rooms and commands import from each other's modules.
Every name is imported when it is first used, so `import flashcards` costs nothing.

    from flashcards import BuildRequest, build_package, load_course

The rooms, from the door inwards; imports run one way, downwards:

    cli          the command table, and the only place that knows exit codes
    commands     one file per command; they read the clock, folders and terminal
    importing    existing material in: tables, Anki packages, question banks
    check        every problem and warning of a course
    counts       what there is to learn, counted
    preview      decks to one HTML page
    anki         decks to .apkg packages that can be upgraded for years
    export       one file per format for classrooms
    verify       code entries run on the real PyTorch
    terminal     screen and line interfaces, and what they show
    progress     statistics, checklist
    results      what a class answered: scores, item analysis, reliability, page
    study        plan of the day, session, grading, exams
    reviews      every answer kept: log, database, backups, memory, scheduler
    questions    card and neighbours to a question with options; drawing a quiz
    paths        the learner's folders
    source       YAML in, with the place of every mistake
    lint         what makes a card bad
    selection    which cards
    cards        entries to notes and cards with permanent names
    text         Markdown, code, pictures, the texts of an entry by path
    words        what the program itself says, in each language
    cache        what was computed once, kept by name and bound with the user's key
    gc_pause     no search for reference cycles while a lot is read
    outputs      which files ptquiz wrote itself, and may write again
    fileio       files written whole or not at all, read up to a limit
    seeding      seeded shuffles and samples
    model        what an author writes
    errors       what can be wrong, and where
"""

from __future__ import annotations

TYPE_CHECKING = False  # mypy takes it for true; importing typing would cost 5 ms
if TYPE_CHECKING:
    from flashcards.anki.bridge.account import (
        Learner,
        find_account,
        log_in,
        log_out,
        require_account,
    )
    from flashcards.anki.bridge.collection import load_course_languages
    from flashcards.anki.bridge.engine import run_within_limits
    from flashcards.anki.bridge.mirror import SyncStatus, find_status
    from flashcards.anki.bridge.pull import PullReport, choose_profile, pull_reviews
    from flashcards.anki.bridge.sync import SyncReport, preview_sync, sync_with_anki
    from flashcards.anki.build import BuildRequest, BuildResult, build_package, plan_import
    from flashcards.anki.import_plan import IMPORT_OPTIONS, FieldEdit, ImportPlan, PlannedNote
    from flashcards.anki.optimizer import Optimization, optimize_parameters
    from flashcards.cache import Cache
    from flashcards.cards import Card, Note, list_cards, list_notes
    from flashcards.check import CheckReport, check_course
    from flashcards.counts import count_course, list_keys
    from flashcards.errors import FlashcardsError, Position, Problem, ProblemsFound, UsageError
    from flashcards.export import EXPORT_FORMATS
    from flashcards.export.json_file import export_entries
    from flashcards.export.moodle import load_fingerprints
    from flashcards.export.quiz_export import (
        export_quiz,
        make_quiz,
        save_quiz,
        summarize_quiz,
        write_exported,
    )
    from flashcards.export.report import Exported, Outcome
    from flashcards.importing.import_material import import_material
    from flashcards.importing.report import ImportOutcome, ImportReport
    from flashcards.model import DIFFICULTIES, KINDS, Course, Quiz, Selection
    from flashcards.outputs import Outputs
    from flashcards.preview.course_page import (
        find_version_picture,
        preview_page,
        select_preview_notes,
        write_version_picture,
    )
    from flashcards.progress.checklist import Checklist, ChecklistItem, make_checklist
    from flashcards.progress.glossary import Glossary, GlossaryTerm, make_glossary
    from flashcards.progress.path import LearningPath, StageProgress, make_path
    from flashcards.progress.stats import Statistics, compute_stats
    from flashcards.questions.build import list_forms, make_question
    from flashcards.questions.distractors import Neighbours
    from flashcards.questions.draw import DrawnBlock, DrawnQuestion, DrawnQuiz, draw_quiz
    from flashcards.questions.names import (
        check_names,
        check_stage,
        find_language,
        find_last_stage,
        find_quiz,
    )
    from flashcards.questions.question import FORMS, Choice, Question, guessing_score
    from flashcards.results.attempts import KEEP, Collected
    from flashcards.results.class_report import ClassReport, make_report
    from flashcards.results.question_bank import QuestionBank
    from flashcards.results.report_text import (
        list_suggestions,
        make_people_table,
        make_question_table,
    )
    from flashcards.results.result_files import NoResults, load_results
    from flashcards.results.results_page import render_results_page
    from flashcards.reviews.backup import recover_log
    from flashcards.reviews.jsonl import (
        format_reviews,
        import_reviews,
        load_reviews,
        read_reviews,
        write_reviews,
    )
    from flashcards.reviews.memory import Memory
    from flashcards.reviews.review import Mark, Review
    from flashcards.reviews.scheduler import Schedule
    from flashcards.reviews.store import ReviewLog, open_reviews, open_reviews_for_reading
    from flashcards.selection import TooFewCards, select_cards
    from flashcards.source.course import builtin_folder, is_builtin_course, load_course
    from flashcards.source.fixes import FixedFile, fix_course
    from flashcards.source.new_course import write_new_course
    from flashcards.source.schema import course_schema
    from flashcards.source.translation_review import (
        TranslationStatus,
        accept_translations,
        make_translation_template,
        translation_status,
    )
    from flashcards.study.exam import Exam, record_mistakes, start_exam, take_exam
    from flashcards.study.exam_session import ExamSession, open_exam
    from flashcards.study.grading import Verdict, grade_answer
    from flashcards.study.marks import MarkedCard, find_named_cards, list_marked, mark_cards
    from flashcards.study.pace import GoalPlan
    from flashcards.study.session import StudyRequest
    from flashcards.study.settings import (
        SIMPLE_SETTINGS,
        Goal,
        Pause,
        Settings,
        change_setting,
        load_settings,
        write_settings,
    )
    from flashcards.study.settings_guide import SettingsGuide
    from flashcards.study.standing import Moment, Standing, find_standing
    from flashcards.study.start import start_study
    from flashcards.study.today import make_goal_plan
    from flashcards.study.ui import Answer, UserInterface
    from flashcards.verify.course import (
        VerifyReport,
        VersionChange,
        VersionRun,
        describe_verification,
        has_code,
        record_verified,
        verify_course,
    )
    from flashcards.verify.run import Machine, Verification
    from flashcards.verify.symbols import Symbol

__version__ = "0.1.0"

__all__ = [
    "DIFFICULTIES",
    "EXPORT_FORMATS",
    "FORMS",
    "IMPORT_OPTIONS",
    "KEEP",
    "KINDS",
    "SIMPLE_SETTINGS",
    "Answer",
    "BuildRequest",
    "BuildResult",
    "Cache",
    "Card",
    "CheckReport",
    "Checklist",
    "ChecklistItem",
    "Choice",
    "ClassReport",
    "Collected",
    "Course",
    "DrawnBlock",
    "DrawnQuestion",
    "DrawnQuiz",
    "Exam",
    "ExamSession",
    "Exported",
    "FieldEdit",
    "FixedFile",
    "FlashcardsError",
    "Glossary",
    "GlossaryTerm",
    "Goal",
    "GoalPlan",
    "ImportOutcome",
    "ImportPlan",
    "ImportReport",
    "Learner",
    "LearningPath",
    "Machine",
    "Mark",
    "MarkedCard",
    "Memory",
    "Moment",
    "Neighbours",
    "NoResults",
    "Note",
    "Optimization",
    "Outcome",
    "Outputs",
    "Pause",
    "PlannedNote",
    "Position",
    "Problem",
    "ProblemsFound",
    "PullReport",
    "Question",
    "QuestionBank",
    "Quiz",
    "Review",
    "ReviewLog",
    "Schedule",
    "Selection",
    "Settings",
    "SettingsGuide",
    "StageProgress",
    "Standing",
    "Statistics",
    "StudyRequest",
    "Symbol",
    "SyncReport",
    "SyncStatus",
    "TooFewCards",
    "TranslationStatus",
    "UsageError",
    "UserInterface",
    "Verdict",
    "Verification",
    "VerifyReport",
    "VersionChange",
    "VersionRun",
    "accept_translations",
    "build_package",
    "builtin_folder",
    "change_setting",
    "check_course",
    "check_names",
    "check_stage",
    "choose_profile",
    "compute_stats",
    "count_course",
    "course_schema",
    "describe_verification",
    "draw_quiz",
    "export_entries",
    "export_quiz",
    "find_account",
    "find_language",
    "find_last_stage",
    "find_named_cards",
    "find_quiz",
    "find_standing",
    "find_status",
    "find_version_picture",
    "fix_course",
    "format_reviews",
    "grade_answer",
    "guessing_score",
    "has_code",
    "import_material",
    "import_reviews",
    "is_builtin_course",
    "list_cards",
    "list_forms",
    "list_keys",
    "list_marked",
    "list_notes",
    "list_suggestions",
    "load_course",
    "load_course_languages",
    "load_fingerprints",
    "load_results",
    "load_reviews",
    "load_settings",
    "log_in",
    "log_out",
    "make_checklist",
    "make_glossary",
    "make_goal_plan",
    "make_path",
    "make_people_table",
    "make_question",
    "make_question_table",
    "make_quiz",
    "make_report",
    "make_translation_template",
    "mark_cards",
    "open_exam",
    "open_reviews",
    "open_reviews_for_reading",
    "optimize_parameters",
    "plan_import",
    "preview_page",
    "preview_sync",
    "pull_reviews",
    "read_reviews",
    "record_mistakes",
    "record_verified",
    "recover_log",
    "render_results_page",
    "require_account",
    "run_within_limits",
    "save_quiz",
    "select_cards",
    "select_preview_notes",
    "start_exam",
    "start_study",
    "summarize_quiz",
    "sync_with_anki",
    "take_exam",
    "translation_status",
    "verify_course",
    "write_exported",
    "write_new_course",
    "write_reviews",
    "write_settings",
    "write_version_picture",
]

_MODULES = {
    "anki.bridge.account": "Learner find_account log_in log_out require_account",
    "anki.bridge.collection": "load_course_languages",
    "anki.bridge.engine": "run_within_limits",
    "anki.bridge.mirror": "SyncStatus find_status",
    "anki.bridge.pull": "PullReport choose_profile pull_reviews",
    "anki.bridge.sync": "SyncReport preview_sync sync_with_anki",
    "anki.build": "BuildRequest BuildResult build_package plan_import",
    "anki.import_plan": "IMPORT_OPTIONS FieldEdit ImportPlan PlannedNote",
    "anki.optimizer": "Optimization optimize_parameters",
    "cache": "Cache",
    "cards": "Card Note list_cards list_notes",
    "check": "CheckReport check_course",
    "source.fixes": "FixedFile fix_course",
    "errors": "FlashcardsError Position Problem ProblemsFound UsageError",
    "export": "EXPORT_FORMATS",
    "export.json_file": "export_entries",
    "export.moodle": "load_fingerprints",
    "export.quiz_export": "export_quiz make_quiz save_quiz summarize_quiz write_exported",
    "export.report": "Exported Outcome",
    "counts": "count_course list_keys",
    "outputs": "Outputs",
    "importing.import_material": "import_material",
    "importing.report": "ImportOutcome ImportReport",
    "model": "DIFFICULTIES KINDS Course Quiz Selection",
    "preview.course_page": "find_version_picture preview_page select_preview_notes "
    "write_version_picture",
    "progress.checklist": "Checklist ChecklistItem make_checklist",
    "progress.glossary": "Glossary GlossaryTerm make_glossary",
    "progress.path": "LearningPath StageProgress make_path",
    "progress.stats": "Statistics compute_stats",
    "questions.build": "list_forms make_question",
    "questions.distractors": "Neighbours",
    "questions.draw": "DrawnBlock DrawnQuestion DrawnQuiz draw_quiz",
    "questions.names": "check_names check_stage find_language find_last_stage find_quiz",
    "questions.question": "FORMS Choice Question guessing_score",
    "results.attempts": "KEEP Collected",
    "results.class_report": "ClassReport make_report",
    "results.question_bank": "QuestionBank",
    "results.report_text": "list_suggestions make_people_table make_question_table",
    "results.result_files": "NoResults load_results",
    "results.results_page": "render_results_page",
    "reviews.backup": "recover_log",
    "reviews.jsonl": "format_reviews import_reviews load_reviews read_reviews write_reviews",
    "reviews.memory": "Memory",
    "reviews.review": "Mark Review",
    "reviews.scheduler": "Schedule",
    "reviews.store": "ReviewLog open_reviews open_reviews_for_reading",
    "selection": "TooFewCards select_cards",
    "source.course": "builtin_folder is_builtin_course load_course",
    "source.new_course": "write_new_course",
    "source.schema": "course_schema",
    "source.translation_review": "TranslationStatus accept_translations "
    "make_translation_template translation_status",
    "study.exam": "Exam record_mistakes start_exam take_exam",
    "study.exam_session": "ExamSession open_exam",
    "study.grading": "Verdict grade_answer",
    "study.marks": "MarkedCard find_named_cards list_marked mark_cards",
    "study.pace": "GoalPlan",
    "study.session": "StudyRequest",
    "study.settings": (
        "SIMPLE_SETTINGS Goal Pause Settings change_setting load_settings write_settings"
    ),
    "study.settings_guide": "SettingsGuide",
    "study.standing": "Moment Standing find_standing",
    "study.start": "start_study",
    "study.today": "make_goal_plan",
    "study.ui": "Answer UserInterface",
    "verify.course": (
        "VerifyReport VersionChange VersionRun describe_verification has_code record_verified "
        "verify_course"
    ),
    "verify.run": "Machine Verification",
    "verify.symbols": "Symbol",
}
"""Module to the public names in it: the same as the imports above, which only mypy reads."""


if not TYPE_CHECKING:  # so that mypy knows the public names and no others

    def __getattr__(name: str) -> object:
        """A public name, imported from its room."""
        from importlib import import_module

        for module, names in _MODULES.items():
            if name in names.split():
                return getattr(import_module(f"flashcards.{module}"), name)
        raise AttributeError(f"module 'flashcards' has no attribute '{name}'")


def __dir__() -> list[str]:
    """The public names, imported or not."""
    return sorted({*globals(), *__all__})
