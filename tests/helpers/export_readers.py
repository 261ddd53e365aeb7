"""Readers of the exported formats, written from their documentation and not from the writers.

Each gives plain values: what a person would see, what counts as right, what it is worth.
"""

import base64
import csv
import io
import re
import xml.etree.ElementTree as ET
import zipfile
from html import unescape
from html.parser import HTMLParser
from urllib.parse import quote, unquote

from flashcards.text.markdown import render_html

BLOCKS = {"p", "pre", "li", "ul", "ol", "div", "tr", "blockquote", "h1", "h2", "h3", "table"}


class _Visible(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.lines, self.inside_pre, self.inside_math = [""], 0, False

    def handle_starttag(self, tag, attrs):
        if tag in BLOCKS:
            self._break()
        if tag == "pre":
            self.inside_pre += 1
        if tag == "img":
            self.lines[-1] += f"[{dict(attrs)['alt']}]"
        if tag == "math":
            self._formula(dict(attrs))
            self.inside_math = True
        if tag == "br":
            self._break()

    def _formula(self, attrs):
        """A drawn formula as the TeX that it was made from."""
        begin, end = ("\\[", "\\]") if attrs["display"] == "block" else ("\\(", "\\)")
        self.handle_data(begin + attrs["alttext"] + end)

    def handle_endtag(self, tag):
        if tag == "math":
            self.inside_math = False
        if tag == "pre":
            self.inside_pre -= 1
        if tag in BLOCKS:
            self._break()

    def _break(self):
        if not self.inside_pre and self.lines[-1] == " ":
            self.lines[-1] = ""
        if self.lines[-1]:
            self.lines.append("")

    def handle_data(self, data):
        if self.inside_math:
            return
        if self.inside_pre:
            self.lines[-1] += data
            return
        text = re.sub(r"[ \t\n\r\f]+", " ", data)
        line = self.lines[-1]
        if not line or line.endswith(" "):
            text = text.removeprefix(" ")
        self.lines[-1] += text


def visible(html):
    """The text that a browser shows, blocks on lines of their own."""
    reader = _Visible()
    reader.feed(html)
    reader.close()
    lines = [line if "\n" in line else line.rstrip(" ") for line in reader.lines]
    return "\n".join(line for line in lines if line.strip(" ")).replace("\u2060", "")


def in_list(text):
    """What Moodle shows in a list: PHP's strip_tags, then entities are characters."""
    return unescape(re.sub(r"<(?=\S)[^>]*>?", "", text))


def read_moodle(data):
    """Questions of a Moodle XML file, by the rules of its format page.

    Moodle loses white space of a text outside CDATA, and its filters change what is shown outside
    `nolink`.
    """
    root = ET.fromstring(data)
    assert root.tag == "quiz"
    assert data.count(b"<text>") == data.count(b"<text><![CDATA[")
    return [_moodle(q) for q in root if q.get("type") != "category"]


def moodle_categories(data):
    return [q.findtext("category/text") for q in ET.fromstring(data) if q.get("type") == "category"]


def _rich(element):
    html = element.findtext("text") or ""
    assert element.get("format") == "html"
    assert not html or (html.startswith('<span class="nolink"') and html.endswith("</span>"))
    return visible(html)


def _moodle(q):
    kind = q.get("type")
    row = {"id": q.findtext("idnumber"), "type": kind, "text": _rich(q.find("questiontext"))}
    row["feedback"] = _rich(q.find("generalfeedback"))
    row["name"] = in_list(q.findtext("name/text"))
    row["tags"] = [tag.findtext("text") for tag in q.findall("tags/tag")]
    assert q.findtext("penalty") == "0"
    files = {f.get("name"): base64.b64decode(f.text) for f in q.iter("file")}
    if files:
        row["files"] = files
        shown = "".join(t.text or "" for t in q.iter("text"))
        assert all(f'"@@PLUGINFILE@@/{quote(name)}"' in shown for name in files)
    row["grade"] = float(q.findtext("defaultgrade"))
    if kind in ("multichoice", "matching"):
        row["shuffle"] = q.findtext("shuffleanswers") == "true"
    if kind == "multichoice":
        row["single"] = {"true": True, "false": False}[q.findtext("single")]
        row["answers"] = [
            [_rich(a), float(a.get("fraction")), _rich(a.find("feedback"))]
            for a in q.findall("answer")
        ]
    elif kind == "shortanswer":
        row["case"] = q.findtext("usecase") == "1"
        row["answers"] = [
            [a.findtext("text"), float(a.get("fraction")), ""] for a in q.findall("answer")
        ]
    elif kind == "matching":
        row["pairs"] = [
            [_rich(s), in_list(s.findtext("answer/text"))] for s in q.findall("subquestion")
        ]
    elif kind == "ordering":
        row["steps"] = _moodle_steps(q)
    elif kind == "essay":
        assert q.findtext("responseformat") == "editor"
        row["grader"] = _rich(q.find("graderinfo"))
    return row


def _moodle_steps(q):
    """Without `shownumcorrect` Moodle's importer stops with a database error."""
    assert q.find("shownumcorrect") is not None
    wanted = {"layouttype": "VERTICAL", "selecttype": "ALL", "gradingtype": "ABSOLUTE_POSITION"}
    assert {name: q.findtext(name) for name in wanted} == wanted
    answers = sorted(q.findall("answer"), key=lambda a: float(a.get("fraction")))
    assert [float(a.get("fraction")) for a in answers] == list(range(1, len(answers) + 1))
    return [_rich(a) for a in answers]


def unzipped(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def read_canvas(data):
    """Items of a QTI 1.2 package as Canvas reads it."""
    files = unzipped(data)
    assert b"http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1" in files["imsmanifest.xml"]
    resources = list(canvas_document(data, "imsmanifest.xml").iter("resource"))
    (quiz,) = (r for r in resources if r.get("type") == "imsqti_xmlv1p2")
    listed = [file.get("href") for r in resources for file in r.iter("file")]
    assert sorted(listed) == sorted(set(files) - {"imsmanifest.xml"})
    name = quiz.find("file").get("href")
    assert b"http://www.imsglobal.org/xsd/ims_qtiasiv1p2" in files[name]
    return [_canvas(item, files) for item in canvas_document(data, name).iter("item")]


def canvas_document(data, name):
    """A document of a package, found by the end of its path, without its namespace."""
    ((_, text),) = [each for each in unzipped(data).items() if each[0].endswith(name)]
    root = ET.fromstring(text)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def _mattext(element):
    text = next(element.iter("mattext"))
    return visible(text.text or "") if text.get("texttype") == "text/html" else text.text


def _canvas(item, files):
    pairs = item.iter("qtimetadatafield")
    fields = {pair.findtext("fieldlabel"): pair.findtext("fieldentry") for pair in pairs}
    show = item.find("presentation")
    told = {each.get("ident"): _mattext(each) for each in item.findall("itemfeedback")}
    assert {each.get("linkrefid") for each in item.iter("displayfeedback")} == set(told)
    row = {
        "id": item.get("title"),
        "type": fields["question_type"],
        "points": float(fields["points_possible"]),
        "text": _mattext(show.find("material")),
        "feedback": told.get("general_fb", ""),
    }
    written = re.findall(r"\$IMS-CC-FILEBASE\$/([^\"]+)", "".join(item.itertext()))
    if used := list(map(unquote, written)):
        assert all(path in files for path in used)
        row["files"] = [path.rpartition("/")[2] for path in used]
    rules = [rule for rule in item.iter("respcondition") if rule.find("setvar") is not None]
    match row["type"]:
        case "essay_question":
            assert rules == []
            assert item.find(".//other") is not None
            return {**row, "grader": fields["grading_notes"]}
        case "short_answer_question":
            assert show.find("response_str/render_fib") is not None
            (rule,) = rules
            return {**row, "accepted": [value.text for value in rule.iter("varequal")]}
        case "matching_question":
            return {**row, **_canvas_match(show, rules)}
    response = show.find("response_lid")
    assert [child.tag for child in response] == ["render_choice"]
    row["cardinality"], labels = response.get("rcardinality"), _labels(response)
    (rule,) = rules
    assert (rule.findtext("setvar"), rule.find("setvar").get("action")) == ("100", "Set")
    wrong = {value.text for negated in rule.iter("not") for value in negated}
    right = [value.text for value in rule.iter("varequal") if value.text not in wrong]
    if row["type"] == "ordering_question":
        assert sorted(right) == sorted(labels)
        return {**row, "steps": [labels[ident] for ident in right]}
    assert row["cardinality"] == "Single" or wrong | set(right) == set(labels)
    options = {text: told.get(f"{ident}_fb", "") for ident, text in labels.items()}
    return {**row, "options": options, "right": [labels[ident] for ident in right]}


def _labels(parent):
    return {label.get("ident"): _mattext(label) for label in parent.iter("response_label")}


def _canvas_match(show, rules):
    responses, right = show.findall("response_lid"), {}
    for rule in rules:
        value, points = rule.find(".//varequal"), rule.find("setvar")
        right[value.get("respident")] = value.text
        assert points.get("action") == "Add"
        assert abs(float(points.text) - 100 / len(responses)) < 0.001
    labels = _labels(responses[0])
    assert all(_labels(response) == labels for response in responses)
    return {
        "stems": {_mattext(r): labels[right[r.get("ident")]] for r in responses},
        "labels": sorted(labels.values()),
    }


def read_csv(data):
    """Rows of a CSV file as Python's csv sees them."""
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def spoken(cell):
    """The text of a cell: an apostrophe before what could be a formula is for spreadsheets."""
    return re.sub(r"""(\A|[;\t\r\n][ "]*)'(?='*[=+\-@＝＋－＠\t\r\n])""", r"\1", cell)


def shown_markdown(text, described=False):
    """What Markdown shows of a text.

    A picture is `[its description]`, or only the description where `described`.
    """
    html = render_html(text)
    if described:
        html = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', r"\1", html)
    return visible(html).rstrip("\n")


def shown_without_pictures(text):
    """What Markdown shows of a text where no picture can be."""
    return visible(re.sub(r"<img [^>]*>", "", render_html(text)))
