"""Tables from anywhere: letters and line ends as they come, and what stands above their columns.

Spreadsheet programs save old letters unless they are told otherwise; people write headings in
their own language. What `ptquiz import` and `ptquiz results` know about both is here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from flashcards.errors import FlashcardsError
from flashcards.fileio import decode_text

MOST_PARTED = 3_000_000
"""Cells, tags and values of a file, each of which takes a hundred bytes in memory."""
_RUN = re.compile(rb"[\x80-\xff]+")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SPECIAL_WORD = re.compile(r"\w*[\x80-\U0010ffff]\w*")
_MOST_WORDS = 4
_LONGEST_RUN = 3
_MOST_IN_RUNS = 0.34
_NUMBER_OF = re.compile(r"(?:n-o|no|nr|num|numero|n)-(?:de-|del-|d-)?(?=[^\W\d])")
"""What stands before a number of something, as in `N.º de matrícula`."""
_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?")

HEADINGS: Mapping[str, str] = {
    "question": "question front prompt q stem question-text"
    " frage fragen fragetext aufgabe vorderseite vorne"
    " recto enonce pregunta preguntas enunciado enunciado-de-la-pregunta anverso"
    " 问题 题目 题干 正面 問題 題目 題幹",
    "answer": "answer back response answer-text"
    " antwort antworten antworttext ruckseite hinten"
    " reponse reponses verso respuesta respuestas reverso"
    " 答案 回答 背面",
    "term": "term word vocabulary expression"
    " begriff begriffe fachbegriff wort vokabel"
    " terme mot vocabulaire termino concepto palabra vocabulario"
    " 术语 词 单词 名词 概念 術語 單詞",
    "meaning": "meaning definition def description translation"
    " bedeutung beschreibung ubersetzung"
    " signification sens traduction significado definicion descripcion traduccion"
    " 定义 释义 含义 意思 翻译 定義 釋義",
    "right": "correct right correct-answer right-answer correct-option solution"
    " richtig richtige richtige-antwort korrekt korrekte-antwort losung"
    " juste bonne-reponse reponse-correcte reponse-juste"
    " correcta correcto respuesta-correcta solucion"
    " 正确答案 正确 正确选项 正確答案 正確",
    "wrong": "wrong distractor incorrect wrong-answer incorrect-answer"
    " falsch falsche falsche-antwort distraktor"
    " faux fausse mauvaise-reponse reponse-fausse distracteur"
    " falso falsa incorrecta incorrecto respuesta-incorrecta distractor"
    " 错误答案 干扰项 错误选项 錯誤答案",
    "option": "option choice alternative answer-option"
    " auswahl antwortmoglichkeit choix proposition opcion alternativa"
    " 选项 選項",
    "why": "why explanation feedback note notes comment rationale extra"
    " erklarung begrundung erlauterung hinweis anmerkung kommentar ruckmeldung warum"
    " explication justification remarque commentaire"
    " explicacion justificacion comentario nota retroalimentacion por-que pourquoi"
    " 解释 解析 说明 备注 解釋 說明",
    "tags": "tag tags label labels keyword keywords"
    " schlagwort schlagworte schlagworter stichwort stichworter stichworte"
    " etiquette etiquettes mot-cle mots-cles"
    " etiqueta etiquetas palabra-clave palabras-clave"
    " 标签 標籤 关键词",
    "deck": "deck category chapter topic unit section lesson module"
    " thema kapitel kategorie abschnitt lektion einheit modul stapel"
    " theme sujet chapitre categorie lecon unite paquet"
    " tema capitulo categoria leccion unidad seccion mazo bloque bloque-tematico"
    " 章节 章 分类 牌组 主题 单元 課 章節 主題",
    "stage": "stage stufe etape etapa 阶段",
    "difficulty": "difficulty schwierigkeit schwierigkeitsgrad difficulte dificultad 难度",
    "key": "key id guid identifier schlussel kennung cle identifiant clave identificador codigo"
    " 编号",
    "picture": "picture image img photo figure"
    " bild bilder foto abbildung zeichnung dessin imagen figura dibujo 图片 图像 圖片",
    "aliases": "alias aliases synonym synonyms also-accepted accept accepted"
    " synonyme synonymes sinonimo sinonimos 同义词 别名",
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
"""What a column can hold, to what people write above it in English, German, French, Spanish,
Italian, Dutch and Chinese, as `normalize_heading` writes it; the surest word first. People are
known in Russian too."""
PERSON_FIELDS = ("name", "first name", "last name", "number", "form")
"""What tells in a table of answers who gave them, and to which form of an exam."""


class Unreadable(FlashcardsError):
    """A file is not what it should be; the message says why, in words that follow its name."""


def decode_table(data: bytes, refusal: str) -> tuple[str, str]:
    """The text of a file, and words to look at if it was read as Windows-1252.

    Raises Unreadable if it is empty, and with the `refusal` if its letters are not known.
    """
    words = ""
    try:
        text = decode_text(data)
    except UnicodeDecodeError:
        text = _decode_western(data)
        words = ", ".join(list(dict.fromkeys(_SPECIAL_WORD.findall(text)))[:_MOST_WORDS])
        if not text:
            raise Unreadable(refusal) from None
    if not text.strip():
        raise Unreadable("is empty")
    return text, words


def _decode_western(data: bytes) -> str:
    """The text in Windows-1252, if that is likely; else nothing.

    Letters beyond ASCII stand alone in the languages that are written so. Where they stand
    together it is another alphabet, and other letters would come out.
    """
    runs = [len(run) for run in _RUN.findall(data)]
    together = sum(length for length in runs if length >= _LONGEST_RUN)
    if _CONTROL.search(data) or together > _MOST_IN_RUNS * sum(runs):
        return ""
    if sum(length for length in runs if length > 1) > sum(runs) / 2:
        return ""
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return ""


def normalize_heading(cell: str) -> str:
    """The heading in small letters without accents and signs, its words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", cell.casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    joined = re.sub(r"(?:[^\w+]|_)+", "-", unicodedata.normalize("NFC", plain)).strip("-")
    found = _NUMBER_OF.match(joined)
    return f"numero-{joined[found.end() :]}" if found else joined


def list_headings(field: str) -> list[str]:
    """What a column of this field may be headed with; the surest first."""
    return HEADINGS[field].split()


def find_column(headings: Sequence[str], words: Sequence[str]) -> int | None:
    """The column with the surest of these words; None if none has one. All are normalized."""
    found = [(words.index(each), at) for at, each in enumerate(headings) if each in words]
    return min(found)[1] if found else None


def pad_row(row: Sequence[str], width: int) -> list[str]:
    """The row with as many cells as the heading."""
    return [*row[:width], *("",) * (width - len(row))]


def read_number(cell: str) -> float | None:
    """A number with a decimal point or comma; None if the cell has none."""
    return float(cell.replace(",", ".")) if _NUMBER.fullmatch(cell) else None
