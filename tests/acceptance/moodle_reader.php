<?php
// Texts as Moodle's own XML reader gives them. php moodle_reader.php MOODLE FILE
[, $moodle, $file] = $argv;
require(is_dir("$moodle/public") ? "$moodle/public/lib/classes/xml_parser.php" : "$moodle/lib/classes/xml_parser.php");
$tree = (new core\xml_parser())->parse(file_get_contents($file));
echo json_encode(array_map(fn($text) => trim($text['#']), $tree['quiz']['#']['text']));
