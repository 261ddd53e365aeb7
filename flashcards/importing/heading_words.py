"""What people write above the columns of a table, in English, German, French, Spanish, Chinese."""

from __future__ import annotations

import re
import unicodedata

KNOWN_WORDS = {
    "question": "question front prompt q stem question-text"
    " frage fragen fragetext aufgabe vorderseite vorne"
    " recto enonce pregunta preguntas enunciado anverso"
    " 问题 题目 题干 正面 問題 題目 題幹",
    "answer": "answer back response answer-text"
    " antwort antworten antworttext ruckseite hinten"
    " reponse reponses verso respuesta respuestas reverso"
    " 答案 回答 背面",
    "term": "term word vocabulary expression"
    " begriff begriffe fachbegriff wort vokabel"
    " terme mot vocabulaire termino palabra vocabulario"
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
    " explicacion justificacion comentario nota retroalimentacion"
    " 解释 解析 说明 备注 解釋 說明",
    "tags": "tag tags label labels keyword keywords"
    " schlagwort schlagworte schlagworter stichwort stichworter stichworte"
    " etiquette etiquettes mot-cle mots-cles"
    " etiqueta etiquetas palabra-clave palabras-clave"
    " 标签 標籤 关键词",
    "deck": "deck category chapter topic unit section lesson module"
    " thema kapitel kategorie abschnitt lektion einheit modul stapel"
    " theme sujet chapitre categorie lecon unite paquet"
    " tema capitulo categoria leccion unidad seccion mazo"
    " 章节 章 分类 牌组 主题 单元 課 章節 主題",
    "stage": "stage stufe etape etapa 阶段",
    "difficulty": "difficulty schwierigkeit schwierigkeitsgrad difficulte dificultad 难度",
    "key": "key id guid identifier schlussel kennung cle identifiant clave identificador 编号",
    "picture": "picture image img photo figure"
    " bild bilder foto abbildung imagen figura 图片 图像 圖片",
    "aliases": "alias aliases synonym synonyms also-accepted accept accepted"
    " synonyme synonymes sinonimo sinonimos 同义词 别名",
}
"""Field to words, as `normalize_heading` writes them."""


def normalize_heading(cell: str) -> str:
    """The heading in small letters without accents, its words joined by hyphens."""
    plain = unicodedata.normalize("NFKD", cell.strip().rstrip(":#.*").casefold())
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[\s_-]+", "-", unicodedata.normalize("NFC", plain)).strip("-")
