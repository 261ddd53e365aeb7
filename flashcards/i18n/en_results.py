"""What reports on a class say in English, on the page and in the terminal."""

WORDS = {
    # in reports on a class; for instructors alone
    "results_title": "Results of a class",
    "results_of": "Results: {title}",
    "results_people": "People",
    "results_questions": "Questions",
    "results_concepts": "Concepts",
    "results_concepts_told": "Share of the points in all questions about a concept, weakest first.",
    "results_look": "Look at these questions",
    "results_look_none": (
        "Nothing stands out by more than chance in the answers of {n} person."
        "|Nothing stands out by more than chance among {n} people."
    ),
    "results_people_count": "{n} person|{n} people",
    "results_questions_count": "{n} question|{n} questions",
    "results_mean": "mean {mean} %, median {median} %",
    "results_deviation": "deviation {n}",
    "results_passed": "{n} of {all} passed (pass mark {mark} %)",
    "results_open": (
        "{n} is open: points that are not known yet decide"
        "|{n} are open: points that are not known yet decide"
    ),
    "results_time": "median time {time}",
    "results_time_some": "median time {time} (known of {n} of {all})",
    "results_alpha": "Reliability (alpha) {alpha}; with 95 % between {low} and {high}.",
    "results_alpha_negative": (
        "Reliability (alpha) is below 0: who is right in one question is rather wrong in another."
    ),
    "results_error": (
        "A score is uncertain by about ±{n} point of a hundred."
        "|A score is uncertain by about ±{n} points of a hundred."
    ),
    "results_alpha_few": "With {n} person this says little.|With {n} people this says little.",
    "results_alpha_some": (
        "It rests on the {n} of {all} people who have a graded answer to every question."
    ),
    "results_alpha_none": (
        "Reliability (alpha) is not defined: it needs two people, two questions, scores that "
        "differ, and at least half of the people with a graded answer to every question."
    ),
    "results_key": "The best third chose “{pick}” ({n} of {all}). Is the key right?",
    "results_negative": "Who does well elsewhere does worse here (discrimination {value}).",
    "results_hard": "Only {n} of {all} were right.",
    "results_easy": "Nearly everybody was right ({n} of {all}).",
    "results_unused": "Nobody of {all} chose “{pick}”.",
    "results_name": "Name",
    "results_score": "Score",
    "results_points": "Points",
    "results_pass": "Passed",
    "results_yes": "yes",
    "results_no": "no",
    "results_duration": "Time",
    "results_unfinished": "not finished",
    "results_cells_left_out": "{n} left out",
    "results_not_graded": "{n} not graded",
    "results_of_people": "people: {n}",
    "results_mean_points": "Mean of the points",
    "results_right": "Right",
    "results_mean_score": "mean score {n} %",
    "results_range": "with 95 % between {low} and {high} %",
    "results_discrimination": "Discrimination",
    "results_discrimination_told": (
        "Correlation of a question's score with that on all other questions: above 0.2 it tells "
        "the better from the weaker. Below 0 it does the opposite, by chance in a small class: "
        "what is more than chance is listed at the top."
    ),
    "results_question": "Question",
    "results_option": "Answer",
    "results_class": "Class",
    "results_best": "Best third",
    "results_is_right": "right",
    "results_unanswered": "{n} gave no answer",
    "results_ungraded": (
        "{n} answer waits for a person to grade it|{n} answers wait for a person to grade them"
    ),
    "results_scores": "Scores",
    "results_scores_told": "How many people reached which percentage.",
    "results_map": "Map of the questions",
    "results_map_told": (
        "To the right: easy. At the top: tells the better from the weaker. Red: listed under "
        "“Look at these questions”."
    ),
    "results_times": "Time and score",
    "results_times_told": "Each dot is a person whose time is known.",
    "results_minutes": "minutes",
    "results_share": "share right",
    "results_mark": "pass mark {n} %",
    "results_more": "and {n} more: -o people.csv has all",
    "results_left_out": "Left out",
    "results_notices": "Notes",
}
