"""A workbook in Spanish becomes a course, a deck, an exam on paper, and a report of the class."""

import csv
import io
import json
from pathlib import Path

from flashcards import load_course
from flashcards.text.markdown import find_formulas
from tests.helpers.workbooks import make_xlsx

HEADING = ["Pregunta", "A", "B", "C", "Correcta", "Explicación", "Tema", "Dificultad"]


def make_bank():
    """Forty questions with a formula each; half of them have options."""
    rows = [["Banco de preguntas 2026"], [], HEADING]
    for n in range(1, 41):
        topic, level = ("Derivadas", "fácil") if n % 2 else ("Integrales", "difícil")
        question, why = f"¿Cuánto es $f_{{{n}}}(x)$?", rf"Porque \({n}x\)."
        if n % 4:
            options = [f"${n}x$", f"$x^{{{n}}}$", "Ninguna de las anteriores"]
            rows.append([question, *options, "a" if n % 3 else "A y B", why, topic, level])
        else:
            rows.append([question, None, None, None, f"${n}x^2$", why, topic, level])
    return make_xlsx({"Banco": rows})


def test_from_a_workbook_to_the_report_of_a_class(ptquiz):
    Path("banco.xlsx").write_bytes(make_bank())
    code, out, _ = ptquiz("import", "banco.xlsx", "-o", "curso", "--lang", "es")
    assert (code, "40 new: curso" in out) == (0, True)
    entries = [entry for deck in load_course(Path("curso")).decks for entry in deck.entries]
    asked = [getattr(entry, entry.kind) for entry in entries]
    assert all(len(find_formulas(text)) == 1 for text in asked)
    assert all(len(find_formulas(entry.why or "")) == 1 for entry in entries)
    assert {entry.difficulty for entry in entries} == {"easy", "hard"}
    code, out, _ = ptquiz("check", "curso")
    assert (code, "0 problems" in out) == (0, True)
    assert ptquiz("build", "curso", "-o", "curso.apkg")[0] == 0
    words = ("export", "sheet", "curso", "--quiz", "first", "--forms", "A,B,C", "-o", "examen.html")
    assert ptquiz(*words)[0] == 0
    text = Path("examen-key.csv").read_text(encoding="utf-8-sig")
    key = [*csv.DictReader(io.StringIO(text))]
    count = len({row["position"] for row in key})
    rows = [["Apellidos y nombre", "DNI", "Modelo", *range(1, count + 1)]]
    for number, form in enumerate("AABBCC"):
        answers = [row["answer"] for row in key if row["form"] == form]
        points = [1.0 if row["type"] == "reveal" else None for row in key if row["form"] == form]
        cells = [point or answer for point, answer in zip(points, answers, strict=True)]
        rows.append([f"Alumna {number}", 1000 + number, form, *cells])
    rows[-1][3:] = ["NP", *[None] * (count - 1)]
    Path("respuestas.xlsx").write_bytes(make_xlsx({"Grupo 1": rows}))
    code, out, err = ptquiz("results", "respuestas.xlsx", "examen-key.csv", "--json")
    report = json.loads(out)
    assert (code, [person["percent"] for person in report["people"]]) == (0, [100] * 5)
    assert "“Alumna 5” was absent" in err
