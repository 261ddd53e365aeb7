<?php
// Imports files into a course of their own in a real Moodle, as its import page does, and prints
// as JSON what is there then and how Moodle grades the right answers.
// php moodle_import.php MOODLE FORMAT FILE
define('CLI_SCRIPT', true);
[, $moodle, $format, $file] = $argv;
require("$moodle/config.php");
global $CFG, $DB, $PAGE, $USER;
require_once($CFG->dirroot . '/course/lib.php');
require_once($CFG->libdir . '/questionlib.php');
require_once($CFG->dirroot . '/question/format.php');
require_once($CFG->dirroot . "/question/format/$format/format.php");
require_once($CFG->dirroot . '/question/engine/lib.php');

\core\session\manager::set_user(get_admin());
$short = 'ptquiz' . bin2hex(random_bytes(6));
$course = create_course((object) ['fullname' => $short, 'shortname' => $short, 'category' => 1]);
$bank = class_exists('\core_question\local\bank\question_bank_helper')
    ? \core_question\local\bank\question_bank_helper::get_default_open_instance_system_type($course, true)
    : null;
$context = $bank ? context_module::instance($bank->id) : context_course::instance($course->id);
$PAGE->set_context($context);
$PAGE->set_url('/');
$PAGE->set_course($course);

$class = "qformat_$format";
$import = new $class();
$import->setCategory(question_get_default_category($context->id, true));
$import->setContexts([$context]);
$import->setCourse($course);
$import->setFilename($file);
$import->setRealfilename(basename($file));
$import->setMatchgrades('error');
$import->setCatfromfile(true);
$import->setContextfromfile(false);
$import->setStoponerror(true);
ob_start();
$done = $import->importpreprocess() && $import->importprocess() && $import->importpostprocess();
$said = ob_get_clean();

$filters = filter_get_active_in_context($context);
$ids = $DB->get_fieldset_sql(
    'SELECT q.id FROM {question} q JOIN {question_versions} v ON v.questionid = q.id
       JOIN {question_bank_entries} e ON e.id = v.questionbankentryid
       JOIN {question_categories} c ON c.id = e.questioncategoryid
      WHERE c.contextid = ? AND q.parent = 0 ORDER BY q.id', [$context->id]);

// What a learner's browser gets: the text after Moodle's filters.
$shown = fn($text, $format) => format_text($text, $format, ['context' => $context, 'noclean' => true]);
$rows = [];
foreach ($ids as $id) {
    $data = question_bank::load_question_data($id);
    $question = question_bank::load_question($id, false);
    $row = ['id' => $data->idnumber, 'type' => $data->qtype, 'raw' => $data->questiontext,
            'text' => $shown($data->questiontext, $data->questiontextformat),
            'feedback' => $shown($data->generalfeedback, $data->generalfeedbackformat),
            'grade' => (float) $data->defaultmark, 'name' => $data->name,
            'tags' => array_values(core_tag_tag::get_item_tags_array('core_question', 'question', $id))];
    switch ($data->qtype) {
        case 'multichoice':
        case 'shortanswer':
        case 'ordering':
            foreach ($data->options->answers as $answer) {
                $plain = $data->qtype == 'shortanswer';
                $row['answers'][] = [$plain ? $answer->answer : $shown($answer->answer, $answer->answerformat),
                    100 * $answer->fraction, $shown($answer->feedback, $answer->feedbackformat)];
            }
            $row['single'] = !empty($data->options->single);
            $row['shuffle'] = !empty($data->options->shuffleanswers);
            $row['case'] = !empty($data->options->usecase);
            break;
        case 'match':
            foreach ($data->options->subquestions as $pair) {
                $row['pairs'][] = [$shown($pair->questiontext, $pair->questiontextformat),
                    format_string($pair->answertext)];
            }
            break;
        case 'essay':
            $row['grader'] = $shown($data->options->graderinfo, $data->options->graderinfoformat);
            break;
        case 'multianswer':
            foreach ($data->options->questions as $gap) {
                foreach ($gap->options->answers as $answer) {
                    $row['answers'][] = [$answer->answer, 100 * $answer->fraction, ''];
                }
                $row['case'] = !empty($gap->options->usecase);
            }
            break;
    }
    if ($question instanceof question_automatically_gradable) {
        $question->start_attempt(new question_attempt_step(), 1);
        $right = $question->get_correct_response();
        $row['right'] = $right === null ? null : $question->grade_response($right)[0];
        // Steps keep the order that was given last, so none means the other way round.
        $wrong = $data->qtype == 'ordering'
            ? array_map(fn($steps) => implode(',', array_reverse(explode(',', $steps))), $right) : [];
        $row['wrong'] = $question->grade_response($wrong)[0];
    }
    $rows[] = $row;
}
echo json_encode(['release' => $CFG->release, 'filters' => array_keys($filters), 'done' => $done,
    'said' => strip_tags($said), 'questions' => $rows], JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
