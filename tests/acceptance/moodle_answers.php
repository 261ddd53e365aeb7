<?php
// Answers for moodle_acceptance.py what a real Moodle makes of a file: php moodle_answers.php MOODLE
// reads [function, arguments...] as one line of JSON and prints what it returns as another.
define('CLI_SCRIPT', true);
require("$argv[1]/config.php");
require_once($CFG->libdir . '/questionlib.php');
require_once($CFG->dirroot . '/course/lib.php');
require_once($CFG->dirroot . '/question/format.php');
require_once($CFG->dirroot . '/question/engine/lib.php');
\core\session\manager::set_user(get_admin());
while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true);
    $answer = array_shift($asked)(...$asked);
    fwrite(STDOUT, json_encode($answer, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}

/** Imports a file into the bank of a new course, as the import page does, and tells what is there. */
function import_file($format, $file) {
    global $CFG, $DB, $PAGE;
    require_once($CFG->dirroot . "/question/format/$format/format.php");
    $short = 'ptquiz' . bin2hex(random_bytes(6));
    $course = create_course((object) ['fullname' => $short, 'shortname' => $short, 'category' => 1]);
    $context = make_bank($course);
    $PAGE = new moodle_page();
    $PAGE->set_context($context);
    $PAGE->set_url('/');
    $class = "qformat_$format";
    $import = new $class();
    $import->setCategory(question_get_default_category($context->id, true));
    $set = ['Contexts' => [$context], 'Course' => $course, 'Filename' => $file, 'Realfilename' => basename($file),
        'Matchgrades' => 'error', 'Catfromfile' => true, 'Contextfromfile' => false, 'Stoponerror' => true];
    foreach ($set as $name => $value) {
        $import->{"set$name"}($value);
    }
    ob_start();
    $done = $import->importpreprocess() && $import->importprocess() && $import->importpostprocess();
    $said = strip_tags(ob_get_clean());
    $ids = $DB->get_fieldset_sql(
        'SELECT q.id FROM {question} q JOIN {question_versions} v ON v.questionid = q.id
           JOIN {question_bank_entries} e ON e.id = v.questionbankentryid
           JOIN {question_categories} c ON c.id = e.questioncategoryid
          WHERE c.contextid = ? AND q.parent = 0 ORDER BY q.id', [$context->id]);
    $files = $DB->get_records_select('files', "contextid = ? AND filename <> '.'", [$context->id]);
    return ['release' => $CFG->release, 'filters' => array_keys(filter_get_active_in_context($context)),
        'done' => $done, 'said' => $said, 'context' => $context->id,
        'pictures' => array_values(array_unique(array_map(fn($f) => "$f->filename $f->contenthash", $files))),
        'questions' => array_map(fn($id) => describe_question($id, $context), $ids)];
}

/** Since Moodle 5.0 questions live in a bank of a course, before in the course itself. */
function make_bank($course) {
    $helper = '\core_question\local\bank\question_bank_helper';
    if (class_exists($helper)) {
        return context_module::instance($helper::get_default_open_instance_system_type($course, true)->id);
    }
    $context = context_course::instance($course->id);
    question_make_default_categories([$context]);
    return $context;
}

/** What a learner's browser gets: texts after Moodle's filters. */
function describe_question($id, $context) {
    $data = question_bank::load_question_data($id);
    $question = question_bank::load_question($id, false);
    $show = fn($text, $format) => format_text($text, $format, ['context' => $context, 'noclean' => true]);
    $row = ['question' => $id, 'id' => $data->idnumber, 'type' => $data->qtype == 'match' ? 'matching' : $data->qtype,
        'name' => format_string($data->name), 'text' => $show($data->questiontext, $data->questiontextformat),
        'feedback' => $show($data->generalfeedback, $data->generalfeedbackformat),
        'grader' => $show($data->options->graderinfo ?? '', FORMAT_HTML), 'grade' => (float) $data->defaultmark,
        'case' => !empty($question->usecase), 'single' => !empty($data->options->single),
        'shuffle' => !empty($data->options->shuffleanswers), 'answers' => [], 'pairs' => [],
        'cells' => array_map('format_string', array_values($question->choices ?? [])),
        'tags' => array_values(core_tag_tag::get_item_tags_array('core_question', 'question', $id))];
    foreach ($question->answers ?? [] as $answer) {
        $typed = $question instanceof qtype_shortanswer_question;
        $row['answers'][] = [$typed ? $answer->answer : $show($answer->answer, $answer->answerformat),
            100 * $answer->fraction, $show($answer->feedback, $answer->feedbackformat)];
    }
    foreach ($question->stems ?? [] as $stem => $text) {
        $cell = $question->choices[$question->right[$stem]];
        $row['pairs'][] = [$show($text, $question->stemformat[$stem]), format_string($cell)];
    }
    return $row;
}

/** The points of each response to a question, given in an attempt of its own with deferred feedback. */
function grade_responses($id, $context, $responses) {
    $question = question_bank::load_question($id, false);
    $points = [];
    foreach ($responses as $response) {
        $usage = question_engine::make_questions_usage_by_activity('core_question_preview', context::instance_by_id($context));
        $usage->set_preferred_behaviour('deferredfeedback');
        $slot = $usage->add_question($question, $question->defaultmark);
        $usage->start_question($slot);
        $attempt = $usage->get_question_attempt($slot);
        $post = [];
        foreach (fill_form($question, $attempt, $response) as $name => $value) {
            $post[$attempt->get_qt_field_name($name)] = $value;
        }
        $usage->process_action($slot, $usage->extract_responses($slot, $post));
        $usage->finish_question($slot);
        $points[] = (float) $usage->get_question_mark($slot);
    }
    return $points;
}

/** The fields of a question's form: a typed text, or places among the answers as they were described. */
function fill_form($question, $attempt, $response) {
    $answers = array_values($question->answers ?? []);
    switch ($question->qtype->name()) {
        case 'shortanswer':
            return ['answer' => $response];
        case 'ordering':
            $keys = array_map(fn($place) => $answers[$place]->md5key, $response);
            return [$question->get_response_fieldname() => implode(',', $keys)];
        case 'multichoice':
            $shown = array_flip($question->get_order($attempt));
            $picked = array_map(fn($place) => $shown[$answers[$place]->id], $response);
            return $question instanceof qtype_multichoice_single_question ? ['answer' => $picked[0]]
                : array_fill_keys(array_map(fn($choice) => "choice$choice", $picked), 1);
        case 'match':
            [$stems, $cells] = [array_keys($question->stems), array_keys($question->choices)];
            $fields = [];
            foreach ($response as [$stem, $cell]) {
                $field = 'sub' . array_search($stems[$stem], $question->get_stem_order());
                $fields[$field] = array_search($cells[$cell], $question->get_choice_order());
            }
            return $fields;
    }
}
