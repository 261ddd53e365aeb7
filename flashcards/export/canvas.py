"""Canvas: a zip of QTI 1.2 as its importers, old and new, read it.

Partial credit is not said in the file: for several right answers Canvas itself
adds and deducts the same share, never below zero.
"""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Sequence

from flashcards.export.naming import LONGEST_NAME
from flashcards.export.qti import ItemWriter, add_field, make_picture_address
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.report import Exported, convert_all
from flashcards.seeding import stable_digest

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
MANIFEST_TYPE = "imsqti_xmlv1p2"


def export_canvas(plan: QuizPlan) -> Exported:
    """A zip with one quiz, and the pictures that it shows."""
    name = f"ptquiz_{stable_digest(plan.course, plan.title).hex()[:16]}"
    made, outcomes = convert_all(plan, ItemWriter(plan).make_item)
    quiz = _quiz(plan, name, [item for _, item in made])
    shown = _pictures_in(quiz, plan)
    files = {"imsmanifest.xml": _manifest(name, shown), f"{name}/{name}.xml": _document(quiz)}
    files |= {f"pictures/{picture}": plan.pictures[picture] for picture in shown}
    return Exported({".zip": _zipped(files)}, outcomes)


def _quiz(plan: QuizPlan, name: str, items: Sequence[ET.Element]) -> ET.Element:
    root = ET.Element("questestinterop", xmlns=QTI)
    assessment = ET.SubElement(root, "assessment", ident=name, title=plan.title[:LONGEST_NAME])
    if plan.minutes is not None:
        add_field(ET.SubElement(assessment, "qtimetadata"), "qmd_timelimit", f"{plan.minutes:g}")
    section = ET.SubElement(assessment, "section", ident="root_section")
    section.extend(items)
    return root


def _manifest(name: str, shown: Sequence[str]) -> bytes:
    root = ET.Element("manifest", identifier=f"{name}_manifest", xmlns=PACKAGE)
    ET.SubElement(root, "organizations")
    resources = ET.SubElement(root, "resources")
    quiz = ET.SubElement(resources, "resource", identifier=name, type=MANIFEST_TYPE)
    ET.SubElement(quiz, "file", href=f"{name}/{name}.xml")
    for place, picture in enumerate(shown):
        path = f"pictures/{picture}"
        each_one = ET.SubElement(
            resources, "resource", identifier=f"{name}_p{place}", type="webcontent", href=path
        )
        ET.SubElement(each_one, "file", href=path)
    return _document(root)


def _pictures_in(quiz: ET.Element, plan: QuizPlan) -> list[str]:
    text = "".join(quiz.itertext())
    return [name for name in plan.pictures if f'"{make_picture_address(name)}"' in text]


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
