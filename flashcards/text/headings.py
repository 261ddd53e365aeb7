"""What stands above the columns of tables, and in some of their cells, in six languages.

`ptquiz import` and `ptquiz results` know headings from here, and nowhere else.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from flashcards.text.number_formats import ShownNumber

_NUMBER_OF = re.compile(r"\A(?:n-o|no|nr|num|numero|n)-(?:de-|del-|d-)?(?=[^\W\d])")
"""What stands before a number of something, as in `N.º de matrícula`."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")

HEADINGS: Mapping[str, str] = {
    "question": "question front prompt q stem question-text"
    " frage fragen fragetext aufgabe vorderseite vorne"
    " recto enonce pregunta preguntas enunciado enunciado-de-la-pregunta anverso"
    " 问题 题目 题干 正面 問題 題目 題幹 вопрос вопросы задание",
    "answer": "answer back response answer-text"
    " antwort antworten antworttext ruckseite hinten"
    " reponse reponses verso respuesta respuestas reverso"
    " 答案 回答 背面 ответ ответы",
    "term": "term word vocabulary expression"
    " begriff begriffe fachbegriff wort vokabel"
    " terme mot vocabulaire termino concepto palabra vocabulario"
    " 术语 词 单词 名词 概念 術語 單詞 термин слово понятие",
    "meaning": "meaning definition def description translation"
    " bedeutung beschreibung ubersetzung"
    " signification sens traduction significado definicion descripcion traduccion"
    " 定义 释义 含义 意思 翻译 定義 釋義 значение определение перевод",
    "right": "correct right correct-answer right-answer correct-option solution"
    " richtig richtige richtige-antwort korrekt korrekte-antwort losung"
    " juste bonne-reponse reponse-correcte reponse-juste"
    " correcta correcto respuesta-correcta solucion"
    " 正确答案 正确 正确选项 正確答案 正確 верно правильно правильный-ответ верный-ответ",
    "wrong": "wrong distractor distractors incorrect wrong-answer incorrect-answer"
    " falsch falsche falsche-antwort distraktor"
    " faux fausse mauvaise-reponse reponse-fausse distracteur"
    " falso falsa incorrecta incorrecto respuesta-incorrecta distractor"
    " 错误答案 干扰项 错误选项 錯誤答案"
    " неверно неправильно неправильный-ответ неверный-ответ дистрактор",
    "option": "option choice alternative answer-option"
    " auswahl antwortmoglichkeit choix proposition opcion alternativa"
    " 选项 選項 вариант вариант-ответа",
    "why": "why explanation feedback note notes comment rationale extra"
    " erklarung begrundung erlauterung hinweis anmerkung kommentar ruckmeldung warum"
    " explication justification remarque commentaire"
    " explicacion justificacion comentario nota retroalimentacion por-que pourquoi"
    " 解释 解析 说明 备注 解釋 說明 пояснение объяснение комментарий почему",
    "tags": "tag tags label labels keyword keywords"
    " schlagwort schlagworte schlagworter stichwort stichworter stichworte"
    " etiquette etiquettes mot-cle mots-cles"
    " etiqueta etiquetas palabra-clave palabras-clave"
    " 标签 標籤 关键词 тег теги метка метки ключевые-слова",
    "deck": "deck category chapter topic unit section lesson module"
    " thema kapitel kategorie abschnitt lektion einheit modul stapel"
    " theme sujet chapitre categorie lecon unite paquet"
    " tema capitulo categoria leccion unidad seccion mazo bloque bloque-tematico"
    " 章节 章 分类 牌组 主题 单元 課 章節 主題 тема раздел глава колода",
    "stage": "stage stufe etape etapa 阶段 этап",
    "difficulty": "difficulty schwierigkeit schwierigkeitsgrad difficulte dificultad 难度"
    " сложность",
    "key": "key id guid identifier schlussel kennung cle identifiant clave identificador codigo"
    " 编号 ключ",
    "picture": "picture image img photo figure"
    " bild bilder foto abbildung zeichnung dessin imagen figura dibujo 图片 图像 圖片"
    " картинка изображение рисунок",
    "aliases": "alias aliases synonym synonyms also-accepted accept accepted"
    " synonyme synonymes sinonimo sinonimos 同义词 别名 синоним синонимы",
    "name": "name full-name student student-name candidate participant"
    " studierende studierender teilnehmer teilnehmerin nachname-vorname name-vorname"
    " nom etudiant etudiante eleve nom-complet nom-prenom nom-et-prenom prenom-nom prenom-et-nom"
    " nombre estudiante alumno alumna alumno-a nombre-completo"
    " apellidos-nombre apellidos-y-nombre apellido-y-nombre nombre-y-apellidos nombre-y-apellido"
    " naam nome studente cognome-e-nome nome-e-cognome имя фио студент 姓名 学生",
    "first name": "first-name firstname given-name vorname prenom voornaam 名",
    "last name": "last-name lastname surname family-name nachname familienname"
    " nom-de-famille apellido apellidos primer-apellido apellido-paterno"
    " achternaam cognome фамилия 姓",
    "number": "student-number student-no student-id number id matriculation-number"
    " matrikelnummer matrikel-nr matr-nr matrikelnr studentnummer matricola"
    " numero-etudiant numero-estudiante numero-alumno numero-matricula matricula numero-matricola"
    " numero-expediente expediente legajo номер-студента номер-зачетки 学号"
    " dni nif nie dni-nie dni-nif nif-nie niu nia cedula"
    " email e-mail email-address mail courriel correo correo-electronico",
    "form": "form version variant variante versie versione forma formular modelo sujet вариант"
    " 卷 试卷 卷别",
}
"""What a column can hold, to what people write above it, as `normalize_heading` writes it."""

PERSON_FIELDS = ("name", "first name", "last name", "number", "form")
"""What tells in a table of answers who gave them, and to which form of an exam."""
CARD_FIELDS = tuple(field for field in HEADINGS if field not in PERSON_FIELDS)
"""What a column of a table of cards can be."""

VALUES: Mapping[str, str] = {
    "easy": "easy leicht einfach facile facil легко легкий легкая простой 简单 容易 簡單",
    "medium": "medium mittel moyen moyenne medio media средний средняя средне 中等 中",
    "hard": "hard difficult schwer schwierig difficile dificil сложный сложная трудный 困难 难 難",
    "last": "none-of-the-above all-of-the-above none-of-these all-of-these none-of-them"
    " keine-der-genannten keine-davon keine-der-antworten alle-genannten alle-antworten"
    " aucune-de-ces-reponses aucune-des-reponses toutes-ces-reponses toutes-les-reponses"
    " ninguna-de-las-anteriores ninguno-de-los-anteriores ninguna-es-correcta"
    " todas-las-anteriores todos-los-anteriores todas-son-correctas"
    " ничего-из-перечисленного все-перечисленное ни-один-из-вариантов все-варианты"
    " 以上都不是 以上都是 以上皆非 以上皆是 以上都不对 以上都对",
    "absent": "np n-p no-presentado no-presentada ausente absent absente abs abwesend"
    " nicht-erschienen assente afwezig неявка отсутствует отсутствовал отсутствовала 缺考 缺席",
}
"""What a cell can say, to the words for it: a difficulty, an option that stays last, somebody
who did not come."""


_BETWEEN_OPTIONS = re.compile(
    r"(?i)\s*(?:[,/+](?!(?<=\d.)\d)|[;& 、，；和及]|\b(?:and|und|et|y|и)\b)\s*"
)
_LABELS = ("1aа", "2bб", "3cв", "4dг", "5eд", "6fе", "7gж", "8hз")
"""Number and letters of each option, Latin and Cyrillic."""
_LABELLED = re.compile(rf"(|.*?(?:[^a-zа-яё\d]|(?<!\d)(?=\d)))([{''.join(_LABELS)}])")
"""*Option B*, *Option2*, *选项B*; *Choice* has no label."""


@cache
def _normalize(text: str) -> str:
    """Return the text in small letters without accents, its words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"(?:[^\w+]|_)+", "-", unicodedata.normalize("NFC", plain)).strip("-")


def normalize_heading(cell: str) -> str:
    """Return a heading as `HEADINGS` has it; *N.º de* and the like are `numero`."""
    return _NUMBER_OF.sub("numero-", _normalize(cell), count=1)


@cache
def _list_words(listed: str) -> frozenset[str]:
    return frozenset(map(_normalize, listed.split()))


def find_field(heading: str, fields: Iterable[str]) -> str:
    """Return which of the fields a column with this heading holds; nothing if none is known."""
    name = normalize_heading(heading)
    return next((field for field in fields if name in _list_words(HEADINGS[field])), "")


def split_label(heading: str) -> tuple[str, str]:
    """Return the normalized heading before a label, and the label: `("option", "b")`.

    A heading without one is returned as it is, with an empty label.
    """
    match = _LABELLED.fullmatch(normalize_heading(heading))
    return (match[1].rstrip("-"), match[2]) if match else (heading, "")


class OptionName(NamedTuple):
    """What an option may be called in the cell of the right answer."""

    signs: str
    """Its number and its letters, `1aа`; under B and C, where there is no first one, `b`."""
    is_numbered: bool = False
    """Its heading has a number, or no label at all."""


def name_options(headings: Sequence[str]) -> list[OptionName]:
    """Return what the options under these headings are called."""
    labels = [split_label(heading)[1] for heading in headings]
    if not any(labels):
        labels = [*"12345678", *[""] * len(headings)][: len(headings)]
    is_numbered = any(map(str.isdigit, labels))
    if not {*labels} & {*_LABELS[0]}:
        return [OptionName(label, is_numbered) for label in labels]
    named = [next((signs for signs in _LABELS if label and label in signs), "") for label in labels]
    return [OptionName(signs, is_numbered) for signs in named]


def split_options(cell: str) -> list[str]:
    """Return the options that a cell names: `A, C`, `A and C`; 1,2 and 1/2 are one number."""
    return [part for part in _BETWEEN_OPTIONS.split(cell) if part]


def find_value(cell: str, values: Iterable[str]) -> str:
    """Return which of these values a cell says; nothing if it says none."""
    said = _normalize(cell)
    return next((value for value in values if said in _list_words(VALUES[value])), "")


def read_number(cell: str) -> float | None:
    """Return the number in a cell, with a point or comma, not rounded as it may look, or None."""
    shown = float(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None
    return cell.value if isinstance(cell, ShownNumber) and shown is not None else shown
