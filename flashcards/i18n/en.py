"""English. What stands in braces is filled in: every translation keeps it as it is."""

WORDS = {
    # questions: in the terminal and in exports, order in exports alone; some also on Anki cards,
    # see there
    "explain": "Explain it in your own words.",
    "what_prints": "What does this print?",
    "choose_one": "Choose one.",
    "choose_several": "Choose all that apply.",
    "recall": "Answer in your own words.",
    "what_means": "What does it mean?",
    "which_term": "Which term is meant?",
    "match": "Match each with what fits it.",
    "order": "Put the steps in order.",
    "gap": "Fill the gap.",
    "prints_nothing": "It prints nothing.",
    "prints_on": "On PyTorch {version} it prints:",
    "prints_nothing_on": "On PyTorch {version} it prints nothing.",
    "misconception": "Watch out",
    "colon": ": ",
    "percent": "{n} %",
    "remark": " ({text})",
    "decimal": ".",
    "letters": "",
    "day_of_year": "{year}-{month}-{day}",
    "day_of_month": "{month}-{day}",
    "between_sentences": " ",
    "recall_unheard": "Say the answer in your head: nothing is typed here.",
    "explain_unheard": "Explain it in your head: nothing is typed here.",
    # verdicts, in the terminal
    "right": "Right.",
    "wrong": "Wrong.",
    "unknown": "Not known.",
    "nearly": "Nearly right, counted as wrong.",
    "slip": "Only a slip? {key} counts it as right.",
    "partly": "Partly right ({score} %), counted as wrong.",
    "you_chose": "You chose",
    "chose_instead": "you chose {what}",
    "you_wrote": "You wrote",
    "the_answer": "Answer",
    "nothing_written": "(nothing)",
    "decimal_point": "Write a decimal point, not a comma.",
    "other_term": "That is another term.",
    "because": "Why",
    "read_on": "Read on",
    "as_of": "As of {as_of}.",
    "month_of_year": "{month} {year}",
    "month_names": (
        "January, February, March, April, May, June, "
        "July, August, September, October, November, December"
    ),
    "next_time": "Asked again {when}.",
    "in_sitting": "in this sitting",
    "rests": "Asked again tomorrow: it was wrong {n} times today.",
    "counts_right": "Counted as right: “{card}”.",
    "counts_wrong": "Counted as wrong: “{card}”.",
    "counts_guessed": "Counted as guessed: “{card}”.",
    "counts_hard": "Counted as hard: “{card}”.",
    "counts_easy": "Counted as easy: “{card}”.",
    "was_right": "Your last answer was right already: “{card}”.",
    "was_unknown": "You gave no answer to “{card}”: there is nothing to count as right.",
    "was_put_away": "“{card}” is suspended or buried: its answer stays, unless u brings it back.",
    "no_answer_yet": "There is no answer in this sitting yet.",
    "undone": "Taken back: your answer to “{card}”.",
    "undo_earlier": "Take back your last answer of an earlier sitting, to “{card}”?",
    "undone_suspended": "Not suspended after all: “{card}”.",
    "undone_buried": "Not buried after all: “{card}”.",
    "undone_flagged": "The flag is as it was before: “{card}”.",
    "nothing_to_undo": "There is no answer to take back.",
    "answer_is_final": "Handed to Anki: other devices may have this answer, so it stays.",
    "now_suspended": "Suspended: “{card}”. 'ptquiz card restore {key}' brings it back.",
    "now_buried": "Buried until tomorrow: “{card}”.",
    "now_flagged": "Flagged: “{card}”.",
    "now_unflagged": "No longer flagged: “{card}”.",
    "leech": (
        "You have forgotten this card {n} time: s suspends it.|"
        "You have forgotten this card {n} times: s suspends it."
    ),
    "suspend_leech": "Suspend it?",
    "cram": (
        "Cramming {n} card: no answer is kept, your memory stays as it is.|"
        "Cramming {n} cards: no answer is kept, your memory stays as it is."
    ),
    "cram_done": "Nothing was kept: your memory is as it was.",
    "changed_since": "The text was changed since you last saw it.",
    "once_more": "once more",
    "in_a_row": "{n} right in a row",
    "is_flagged": "⚑ flagged",
    "stage": "Stage {n}",
    # prompts and keys
    "prompt_one": "Number, or ? for help",
    "prompt_several": "Numbers, such as 1 3",
    "prompt_order": "All numbers in order, such as 2 1 3",
    "prompt_match": "One number for each, in this order",
    "prompt_type": "Your answer",
    "prompt_lines": "Your answer, then an empty line",
    "prompt_reveal": "Think, then press Enter",
    "prompt_points": "Points you had, such as 1 3",
    "prompt_rate": "How was it? 1 Again, 2 Hard, 3 Good, 4 Easy (Enter: {n})",
    "not_a_number": "Answer with {allowed}.",
    "so_many": "{n} numbers from {allowed}",
    "again": "Again",
    "hard": "Hard",
    "good": "Good",
    "easy": "Easy",
    "tick_points": "Tick the points you had",
    "place_step": "Step {n} of {all}",
    # the keys of the screen, and what each does
    "key_space": "Space",
    "key_names": "Ctrl Enter Esc Backspace Home End PgUp PgDn",
    "does_next": "next",
    "does_show": "show the answer",
    "does_done": "done",
    "does_move": "move",
    "does_choose": "choose",
    "does_tick": "tick",
    "does_place": "place",
    "does_back": "back",
    "does_yes": "yes",
    "does_no": "no",
    "does_undo": "undo",
    "does_exam_back": "back",
    "does_overrule": "I was right",
    "does_overrule_last": "my last answer was right",
    "does_suspend": "suspend",
    "does_bury": "bury",
    "does_flag": "flag",
    "does_open": "open the source",
    "does_report": "report the card",
    "does_guessed": "I guessed",
    "does_code": "show or hide the code",
    "does_scroll": "scroll",
    "does_redraw": "paint the page anew",
    "does_quit": "quit",
    "does_help": "help",
    "does_new_line": "new line",
    "keys_page": "Enter, Esc or q: close",
    "key_empty": "empty Enter",
    "does_not_know": "I don't know",
    "does_rate_last": "my last answer was: 1 a guess, 2 hard, 3 good, 4 easy",
    "does_sleep": "leave it to the shell until fg",
    "does_stop": "stop at once; everything is kept",
    "tells_back": "take the last one back",
    "tells_exam_back": "back to the question before",
    "tells_pick": "point at an option; Enter chooses it",
    "tells_undo": "take the last answer or decision back",
    "tells_overrule": "I was right: count it as right",
    "tells_suspend": "suspend the card: not asked until you restore it",
    "tells_bury": "bury the card: not asked again today",
    "tells_flag": "flag the card, or take its flag off",
    "tells_open": "open the source in a browser",
    "tells_report": "say how to report the card",
    "tells_quit": "stop; everything is kept",
    "tells_exam_quit": "stop; asks first, and the exam goes on from here another time",
    "tells_next_step": "the step that comes next",
    "tells_fitting": "what fits the one at ›",
    "tells_several": "the numbers of all that apply",
    "tells_order": "the numbers of all steps, in their order",
    "tells_match": "one number for each, from top to bottom",
    "tells_points": "the numbers of the points that you had",
    "tells_ratings": "how it was: 1 again, 2 hard, 3 good, 4 easy",
    "tells_colon": "The colon may be left out where no letter can be an answer.",
    "tells_head": "At the top: new cards, cards due from earlier days, and cards to repeat today.",
    "nothing_here": "':{key}' does nothing here: ? lists what does.",
    "stray_key": "{key} does nothing here: {keys}",
    "close_help": "Esc, Enter, q or ?: back to the question",
    "hidden_code": "[{n} line of code: c shows it]|[{n} lines of code: c shows them]",
    "count_left": "{n} left",
    "clock_left": "{clock} left",
    "opened": "It is open in your browser:",
    "not_opened": "There is no browser to open it here:",
    "no_source": "This card names no source with an address.",
    "report": (
        "To report this card, say what is wrong, and name it: {card} (course {course}, "
        "ptquiz {version})."
    ),
    "report_to": "Send it to {address}",
    "report_to_author": "Nothing was sent. The course names no address for reports: tell {author}.",
    # when a card comes back
    "now": "now",
    "in_minutes": "in {n} min",
    "in_hours": "in {n} h",
    "tomorrow": "tomorrow",
    "in_days": "in {n} day|in {n} days",
    "in_months": "in {n} month|in {n} months",
    "in_years": "in {n} years",
    "span_minutes": "{n} min",
    "span_hours": "{n} h",
    "span_days": "{n} d",
    "span_months": "{n} mo",
    "span_years": "{n} y",
    "took_seconds": "{n} s",
    "took_minutes": "{n} min",
    # the end of a sitting
    "summary": "{right} of {all} right in {time}",
    "summary_none": "No answers this time.",
    "days_in_a_row": "{n} day in a row|{n} days in a row",
    "archived": "archived",
    "replaced": "replaced",
    "gone": "gone",
    "never_existed": "it never existed",
    "read_instead": "→ {address}",
    "to_read": "To read next",
    "weakest": "Look at again",
    "and_more": "… and {n} more",
    "still_left": "Left for today: {what}. Start again for them.",
    "left_due": "{n} due",
    "left_new": "{n} new",
    "left_steps": "{n} to repeat",
    "comma": ", ",
    "list_comma": ", ",
    "today_done": "Today is done.",
    "today_full": (
        "Today's share is done. {n} more due card waits for the next days.|"
        "Today's share is done. {n} more due cards wait for the next days."
    ),
    "resting": (
        "{n} card was wrong {times} times today: it rests until tomorrow.|"
        "{n} cards were wrong {times} times today: they rest until tomorrow."
    ),
    "due_tomorrow": "Tomorrow {n} card is due.|Tomorrow {n} cards are due.",
    "seen_earned": (
        "{seen} of {all} card seen, {earned} earned|{seen} of {all} cards seen, {earned} earned"
    ),
    "earned_means": "Earned: right on two days or more, and likely to last.",
    "earned_now": "{n} card earned now|{n} cards earned now",
    # the first screen
    "welcome": (
        "{title}: {n} card, asked again just before you would forget it.|"
        "{title}: {n} cards, each asked again just before you would forget it."
    ),
    "welcome_day": "A day costs about {minutes} min. Every answer is kept at once.",
    "welcome_placement": (
        "Do you know some of it? 'ptquiz exam {quiz}'{length} says where to begin."
    ),
    "placement_length": (
        " ({n} question, at most {minutes} min)| ({n} questions, at most {minutes} min)"
    ),
    "welcome_path": "What to read beside it: 'ptquiz path --stage {n}'.",
    "today": "{what}, about {minutes} min",
    "today_minutes": "Left for today: about {minutes} min.",
    "backlog": (
        "{n} more is due. It waits: asked within about {days} days.|"
        "{n} more are due. They are spread over the next days: gone in about {days} days."
    ),
    "backlog_tomorrow": (
        "{n} more is due. It waits for tomorrow.|{n} more are due. They wait for tomorrow."
    ),
    "backlog_grows": (
        "{n} more is due, and more come than fit into a day: fewer new cards help.|"
        "{n} more are due, and more come than fit into a day: fewer new cards help."
    ),
    "stage_ends": "At this pace you will have seen all of stage {n} {when}.",
    "stage_ends_alone": (
        "At this pace, without the stages before it, you will have seen all of stage {n} {when}."
    ),
    "on_date": "on {date}",
    "early_month": "early in {month}",
    "mid_month": "in the middle of {month}",
    "late_month": "late in {month}",
    "goal_pace": (
        "Goal {date}: {n} card to go, {new} new a day.|"
        "Goal {date}: {n} cards to go, {new} new a day."
    ),
    "goal_done": "Goal {date}: every card has been seen.",
    "goal_fits": (
        "Goal {date}: {n} card to go, {new} new a day; {minutes} min a day are enough.|"
        "Goal {date}: {n} cards to go, {new} new a day; {minutes} min a day are enough."
    ),
    "goal_short": (
        "Goal {date}: {n} card to go, which takes {new} new a day, but {minutes} min a day "
        "hold about {pace}. Possible: {possible}, or about {more} min a day.|"
        "Goal {date}: {n} cards to go, which takes {new} new a day, but {minutes} min a day "
        "hold about {pace}. Possible: {possible}, or about {more} min a day."
    ),
    "goal_past": (
        "Goal {date}: the day is over, {n} card is left. "
        "Possible: {possible}, with {pace} new a day.|"
        "Goal {date}: the day is over, {n} cards are left. "
        "Possible: {possible}, with {pace} new a day."
    ),
    "goal_paused": (
        "Goal {date}: the pause leaves no day for {n} card. "
        "Possible: {possible}, with {pace} new a day.|"
        "Goal {date}: the pause leaves no day for {n} cards. "
        "Possible: {possible}, with {pace} new a day."
    ),
    "goal_too_soon": (
        "Goal {date}: too soon for {n} card, of which {reached} can be seen in time. "
        "Possible: {possible}, with {pace} new a day.|"
        "Goal {date}: too soon for {n} cards, of which {reached} can be seen in time. "
        "Possible: {possible}, with {pace} new a day."
    ),
    "goal_not_set": "It was not set.",
    "goal_stays": "It was not set: your goal stays {date}.",
    "goal_none": "There is no goal. Set one: ptquiz goal 2027-01-31 --stage 2",
    "pause_ways": (
        "'ptquiz pause 2027-01-03' makes a pause up to that day, 'ptquiz pause --open' one that "
        "lasts until you end it."
    ),
    "paused": "Paused from {start} on. 'ptquiz pause --end' goes on.",
    "paused_until": "Paused from {start} to {date}. 'ptquiz pause --end' goes on now.",
    "pause_none": "There is no pause: 'ptquiz' asks.",
    "nothing_due": "Today is done: nothing is due.",
    "next_due": "The next card is due {when}.",
    "new_tomorrow": "New cards come tomorrow ({n} left).",
    "study_ahead": "Study ahead?",
    "yes_no": "y/N",
    "asked_yes_no": "{question} [y/N]",
    "say_yes_no": "Type y for yes or n for no.",
    "yes_answers": "y yes",
    # settings: what each is for, and what is said when one is changed
    "setting_language": "of the cards, and of what ptquiz says",
    "setting_stage": "the stage with which new cards begin",
    "setting_new": "new cards a day",
    "setting_minutes": "what a day may cost; takes the place of 'new'",
    "setting_retention": "share to be remembered; more takes more time",
    "setting_width": "columns of text at most",
    "setting_sync": "with Anki: auto at each sitting, or manual",
    "setting_default": "{value} (default)",
    "setting_none": "none",
    "setting_unused": "{value}, not used",
    "setting_now": "· now {value} ›",
    "which_setting": "Which setting?",
    "settings_done": "Done",
    "keys_settings": "↑ ↓ Enter change · Esc or q done",
    "keys_choices": "↑ ↓ Enter choose · Esc or q back",
    "keys_value": "Enter done · empty Enter keeps it · default takes it back · Esc or q back",
    "minutes_end": (
        "'minutes' ({minutes}) is taken back: up to {n} new card comes a day.|"
        "'minutes' ({minutes}) is taken back: up to {n} new cards come a day."
    ),
    "minutes_count": "'new' ({n} a day) is not used while minutes are set.",
    "language_memory": "Each language has a memory of its own; that of the other is kept.",
    "language_unknown": (
        "The course here is in {known}; '{lang}' is used only where a course has it."
    ),
    # exams in the terminal
    "time_left": "{n} min left",
    "exam_begins": (
        "{n} question, points: {points}. No feedback until the end.|"
        "{n} questions, {points} points. No feedback until the end."
    ),
    "worth": "points: {n}",
    "exam_minutes": "You have {n} minute.|You have {n} minutes.",
    "exam_clock": "{clock} are left; the clock goes on when you begin.",
    "exam_earlier": "This is your answer so far; it holds until you give another.",
    "exam_pass_mark": "The pass mark is {n} %.",
    "exam_practice": "This is practice: nobody watches, and the answers are in the deck files.",
    "stop_exam": "Stop the exam? It goes on from here when you start it again.",
    "exam_resumed": (
        "Going on where you stopped: {n} question is answered.|"
        "Going on where you stopped: {n} questions are answered."
    ),
    "exam_goes_on": "This goes on where you stopped:",
    "exam_not_begun": "The exam has not begun. This begins it:",
    "mistakes_taken": (
        "{n} card is in your plan: 'ptquiz' asks it.|"
        "{n} cards are in your plan: 'ptquiz' asks them."
    ),
    "learn_mistakes": (
        "Take the card that was wrong (stage {stages}) into your plan?|"
        "Take the {n} cards that were wrong (stage {stages}) into your plan?"
    ),
    "exam_mistake": "Question {n}",
    "keys_pages": "{keys} scroll · {at}/{all} · Esc or q: close",
    "keys_pages_end": "{keys} scroll · {at}/{all} · Enter, Esc or q: close",
    "keys_pages_short": "{keys} · {at}/{all} · q: close",
    "keys_rules": "Enter: begin · Esc or q: not now",
    "keys_rules_scroll": "↑ ↓ {at}/{all} · Enter: begin · q: not now",
    "prompt_begin": "Enter begins, :q leaves",
    "out_of_time": "Time is up.",
    "exam_score": (
        "{points} of {total} point ({percent} %)|{points} of {total} points ({percent} %)"
    ),
    "block_score": (
        "{title}: {points} of {total} point ({percent} %)|"
        "{title}: {points} of {total} points ({percent} %)"
    ),
    "begin_with": "Begin with stage {n}: ptquiz config stage {n}",
    "begin_there": "Let new cards begin with stage {n} from now on?",
    "begins_there": (
        "New cards begin with stage {n} from now on. 'ptquiz config stage default' takes it back."
    ),
    "begin_anywhere": "Every stage is above the mark: review what is due with ptquiz",
    "passed": "Passed.",
    "passed_unfinished": "Passed, but not finished.",
    "left_out": (
        "Not asked, because only a person can grade it or it is not in this language: {titles}."
    ),
    "failed": "Not passed.",
    "unanswered": "{n} question was not answered.|{n} questions were not answered.",
    "written_to": "The result is in {file}.",
    # checklist, stats, path
    "known": "known",
    "begun": "begun",
    "new": "new",
    "of_concepts": "{known} of {all} concept known|{known} of {all} concepts known",
    "no_terms": "No term of the course has this word.",
    "list_head": "{title}: {entries}, {cards}",
    "list_entries": "entry|entries",
    "list_cards": "card|cards",
    "list_questions": "question|questions",
    "list_asked": "{questions} from {cards}",
    "list_short": "(too few cards)",
    "list_retired": "(retired: {why})",
    "glossary": "Glossary",
    "term_and_english": "{term} ({english})",
    "checklist_means": "The numbers: cards earned, of all that are about the concept in any stage.",
    "checklist_earlier": "new; from earlier stages",
    "no_concepts": "There are no concepts to tick here.",
    "cards_earned": "{earned} of {all} card earned|{earned} of {all} cards earned",
    "cards_seen": "{seen} of {all} card seen|{seen} of {all} cards seen",
    "stats_today": "Today",
    "stats_today_line": (
        "{n} answer, {right} right, {minutes} min|{n} answers, {right} right, {minutes} min"
    ),
    "stats_total": "In all",
    "stats_earned": "{earned} of {all} cards earned, {known} of {concepts} concepts known",
    "stats_all": (
        "{n} answer so far, {seen} of {all} cards seen|"
        "{n} answers so far, {seen} of {all} cards seen"
    ),
    "stats_calendar": "Calendar",
    "calendar_month": "{n}",
    "stats_forecast": "Due",
    "stats_retention": "Remembered after a day or more",
    "stats_share": "{share} ({n})",
    "stats_leeches": "Forgotten most often",
    "stats_weakest": "Weakest concepts: how likely you know their cards now",
    "stats_none": "No answers yet: 'ptquiz' asks the first questions.",
    "times": "{n} time|{n} times",
    "day_today": "today",
    "weekdays": "Mon Tue Wed Thu Fri Sat Sun",
    "less_more": "less {marks} more",
    "reading_time": "(reading: {weeks})",
    "you_are_here": "you are here",
    "path_done": "done",
    "path_skipped": "skipped: new cards begin later",
    "not_synced": "Not synced with Anki, nothing is lost: {why}",
    "saved": "Your answers are saved.",
    # on Anki cards, as are archived, choose_one, colon, gap, misconception, read_on, right,
    # what_means and what_prints; card_order in the terminal too. Another word here is an update
    # of every learner's cards
    "card_aliases": "Also called",
    "card_how_differ": "How do they differ?",
    "card_as_of": "As of {date}",
    "card_explain": "Explain it.",
    "card_order": "Put these in order.",
    "card_which_term": "Which term is this?",
    "card_choose_several": "Choose all that are right.",
    "card_mistakes": "The choices",
    "card_note": "Note",
    "card_prints_nothing": "(nothing)",
    "card_prints_on": "On PyTorch {version} it prints",
    "card_points": "A full answer says",
    "card_released": "Text of {date}",
    "card_report": "Report this card",
    "card_replaced": "replaced by something newer",
    "card_retired": "Retired: this card is no longer taught. You may suspend or delete it.",
    "card_right": "right",
    "card_stage": "Stage {number}",
    "card_unreleased": "Not released yet",
    "card_unverified": "Not verified on PyTorch",
    "card_verified": "Verified on PyTorch {version}",
    "card_why": "Why",
    "card_wrong": "wrong",
    # on Anki cards, said by their script
    "card_again": "Start over",
    "card_accepted": "Accepted; the name here is {name}.",
    "card_choices": "Show choices",
    "card_close": "Close",
    "card_copied": "Copied",
    "card_copy": "Copy code",
    "card_enlarge": "Enlarge the picture",
    "card_had": "You had {n} of {all}.",
    "card_hint_begin": "Hint: how do they begin?",
    "card_hint_count": "Hint: how many points?",
    "card_hint_letter": "Hint: first letters",
    "card_in_sequence": "{n} of {all} in the right order.",
    "card_matched": "{n} of {all} matched.",
    "card_not_right": "Not right.",
    "card_points_count": "{n} points",
    "card_put_at": "you put it at {n}",
    "card_tick": "Tick what you had.",
    "card_verdict_several": "{n} of {all} found, {wrong} wrong.",
    "card_verdict_wrong": "Not right: you chose {mine}, right is {right}.",
    "card_yours": "your choice",
    # under the names of decks in Anki
    "deck_goal": "Goal: {goal}",
    "deck_goal_weeks": "Goal: {goal} ({weeks})",
    "deck_home": "Guide, updates and reports",
    "deck_study": "Each day do the reviews first, then the new cards; they come in teaching order.",
    "deck_study_stages": "Study this deck: it takes the stages in order. Each day do the reviews "
    "first, then the new cards.",
    # around the cards of the preview; for authors alone
    "preview_title": "{title}: preview",
    "preview_search": "Search",
    "preview_cards": "{n} card|{n} cards",
    "preview_more": "More",
    "preview_all": "all",
    "preview_warned": "warnings only",
    "preview_hide": "Hide answers",
    "preview_night": "Night",
    "preview_phone": "Phone",
    "preview_contents": "Contents",
    "preview_filters": "Stage Kind Difficulty Tag Deck Language",
    "kind_names": "concept, term, compare, code, choose, order, cloze, recall",
    "difficulty_names": "easy, medium, hard",
    "preview_keys": "Keys: [/] search, [j] [k] next and previous card, [h] hide answers, then "
    "[1]–[9] choose and [Enter] show, [n] night, [p] phone, [Esc] everything",
    "preview_none": "No card matches.",
    "preview_scripts": "The cards are drawn by a script of this page: allow scripts to see them.",
    "preview_show_answer": "Show answer",
    "preview_answer_shown": "Answer shown",
    "preview_score": "{n} of {all} right",
    "preview_typed": "typed answer",
    "preview_options": "options",
    "preview_stage": "stage {n}",
    "preview_verified": "verified on {version}",
    "preview_unverified": "not verified",
    "preview_stale": "the English changed after this translation",
    # on printed exams
    "sheet_origin": "ptquiz {version} · content {digest} · seed {seed} · form {name}",
    "sheet_form": "Form {name}",
    "sheet_key": "Key of form {name}",
    "sheet_letters": "The letters in the right order:",
    "sheet_pairs": "Write the letter that fits beside each number.",
    "sheet_also": "also right: {names}",
    "sheet_name": "Name",
    "sheet_student": "Student number",
    "sheet_page": "page {n} of {total}",
    "sheet_date": "Date",
    "sheet_points": "Points",
    "sheet_number": "No.",
    "sheet_question": "Question",
    "sheet_questions": "{n} question|{n} questions",
    "sheet_worth": "{n} points",
    "sheet_one_point": "1 point",
    "sheet_minutes": "{n} minute|{n} minutes",
    "goes_with": "That goes with {things}.",
    "goes_with_why": "That goes with {things}. {why}",
    "between_names": " / ",
    "means_term": "That is what “{term}” means.",
    "sheet_pass_mark": "pass mark {n} %",
    # what an import did; for authors alone
    "import_new": "{n} new",
    "import_changed": "{n} changed",
    "import_kept": "{n} kept",
    "import_unchanged": "{n} unchanged",
    "import_left_out": "{n} left out",
    "import_gone": "{n} gone",
    "import_nothing": "nothing",
    "import_not_written": "nothing written",
}
