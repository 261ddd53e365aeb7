// Reads a GIFT file with gift-pegjs and prints what it found as JSON.
import { readFileSync } from "node:fs";
import gift from "gift-pegjs";

const parts = readFileSync(process.argv[2], "utf8").trimEnd().split("\n\n");
const found = parts.map((part) => {
  try {
    return gift.parse(part + "\n\n");
  } catch (error) {
    return { error: error.message, part };
  }
});
console.log(JSON.stringify({ whole: whole(), found }));

function whole() {
  try {
    return gift.parse(readFileSync(process.argv[2], "utf8")).length;
  } catch (error) {
    return error.message;
  }
}
