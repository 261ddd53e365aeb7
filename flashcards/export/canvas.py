"""Canvas: a zip of QTI 1.2 as its importers, old and new, read it.

The blocks of a shuffled quiz are groups: Canvas shuffles inside a group and keeps
groups apart; of a pool it picks as many as the block asks. Time limit, attempts and
shuffling are also in `assessment_meta.xml`, the only place where New Quizzes looks.
Partial credit is not said in the file: for several right answers Canvas itself
adds and deducts the same share, never below zero.
"""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Sequence
from math import ceil
from urllib.parse import quote

from flashcards.export.qti import QuizItem, add_field
from flashcards.export.quiz_plan import LONGEST_NAME, QuizPlan
from flashcards.export.report import Exported, convert_all
from flashcards.questions.draw import DrawnQuestion
from flashcards.seeding import stable_digest

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
META = "http://canvas.instructure.com/xsd/cccv1p0"
MANIFEST_TYPE = "imsqti_xmlv1p2"
META_TYPE = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
ATTEMPTS = "1"

Made = Sequence[tuple[DrawnQuestion, ET.Element]]


def export_canvas(plan: QuizPlan) -> Exported:
    """A zip with one quiz, and the pictures that it shows."""
    name = f"ptquiz_{stable_digest(plan.course, plan.title).hex()[:16]}"
    sources = {name: f"$IMS-CC-FILEBASE$/pictures/{quote(name)}" for name in plan.pictures}
    made, outcomes = convert_all(
        plan, lambda drawn, losses: QuizItem(drawn, losses, sources).make_element()
    )
    quiz = _quiz(plan, name, made)
    text = "".join(quiz.itertext())
    shown = [picture for picture, source in sources.items() if f'"{source}"' in text]
    files = {
        "imsmanifest.xml": _manifest(name, shown),
        f"{name}/{name}.xml": _document(quiz),
        f"{name}/assessment_meta.xml": _document(_settings(plan, name)),
    }
    files |= {f"pictures/{picture}": plan.pictures[picture] for picture in shown}
    return Exported({".zip": _zipped(files)}, outcomes)


def _quiz(plan: QuizPlan, name: str, made: Made) -> ET.Element:
    root = ET.Element("questestinterop", xmlns=QTI)
    assessment = ET.SubElement(root, "assessment", ident=name, title=plan.title[:LONGEST_NAME])
    metadata = ET.SubElement(assessment, "qtimetadata")
    if plan.minutes is not None:
        add_field(metadata, "qmd_timelimit", _count_minutes(plan.minutes))
    add_field(metadata, "cc_maxattempts", ATTEMPTS)
    section = ET.SubElement(assessment, "section", ident="root_section")
    if not _has_groups(plan):
        section.extend(item for _, item in made)
        return root
    for number in plan.sections:
        of_block = [(drawn, item) for drawn, item in made if drawn.section == number]
        if of_block:
            _add_group(section, plan, f"{name}_group{number}", of_block)
    return root


def _has_groups(plan: QuizPlan) -> bool:
    """Blocks that stay together though their questions are shuffled, or are drawn from."""
    return bool(plan.draws) or (plan.shuffle and any(drawn.block for drawn in plan.questions))


def _add_group(parent: ET.Element, plan: QuizPlan, name: str, made: Made) -> None:
    """So many of these questions, in an order that Canvas shuffles."""
    first = made[0][0]
    title = (first.block or plan.title)[:LONGEST_NAME]
    group = ET.SubElement(parent, "section", ident=name, title=title)
    selection = ET.SubElement(ET.SubElement(group, "selection_ordering"), "selection")
    number = min(plan.draws.get(first.section, len(made)), len(made))
    ET.SubElement(selection, "selection_number").text = str(number)
    extension = ET.SubElement(selection, "selection_extension")
    ET.SubElement(extension, "points_per_item").text = f"{first.points:g}"
    group.extend(item for _, item in made)


def _settings(plan: QuizPlan, name: str) -> ET.Element:
    """What Canvas itself writes beside a quiz."""
    root = ET.Element("quiz", identifier=name, xmlns=META)
    said = {
        "title": plan.title[:LONGEST_NAME],
        "shuffle_questions": str(plan.shuffle and not _has_groups(plan)).lower(),
        "shuffle_answers": str(not any(each.keeps_order for each in plan.questions)).lower(),
        "scoring_policy": "keep_highest",
        "quiz_type": "assignment",
        "points_possible": f"{plan.points:g}",
        "allowed_attempts": ATTEMPTS,
    }
    if plan.minutes is not None:
        said["time_limit"] = _count_minutes(plan.minutes)
    for field, value in said.items():
        ET.SubElement(root, field).text = value
    return root


def _count_minutes(minutes: float) -> str:
    """Whole minutes, which is all that Canvas reads; never less than the quiz gives."""
    return str(ceil(minutes))


def _manifest(name: str, shown: Sequence[str]) -> bytes:
    root = ET.Element("manifest", identifier=f"{name}_manifest", xmlns=PACKAGE)
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    quiz = ET.SubElement(resources, "resource", identifier=name, type=MANIFEST_TYPE)
    ET.SubElement(quiz, "file", href=f"{name}/{name}.xml")
    ET.SubElement(quiz, "dependency", identifierref=f"{name}_meta")
    _add_resource(resources, f"{name}_meta", META_TYPE, f"{name}/assessment_meta.xml")
    for place, picture in enumerate(shown):
        _add_resource(resources, f"{name}_p{place}", "webcontent", f"pictures/{picture}")
    return _document(root)


def _add_resource(parent: ET.Element, name: str, kind: str, path: str) -> None:
    resource = ET.SubElement(parent, "resource", identifier=name, type=kind, href=path)
    ET.SubElement(resource, "file", href=path)


def _document(root: ET.Element) -> bytes:
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def _zipped(files: dict[str, bytes]) -> bytes:
    """The same files give the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
