// What the page knows of its course, and how it says things in the language of the cards.

export const course = JSON.parse(document.getElementById("course").textContent);

export const stageNames = new Map(course.sections.map(({ stage, name }) => [stage, name]));

const pluralRules = new Intl.PluralRules(course.lang);

export function say(name, values = {}) {
  let text = course.words[name];
  if (text.other) text = text[pluralRules.select(Number(values.n))] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (placeholder, key) => values[key] ?? placeholder);
}

// A day of the learner (whole days since 1970).
export function sayDay(day, shape = { day: "numeric", month: "short" }) {
  return new Date(day * 864e5).toLocaleDateString(course.lang, { ...shape, timeZone: "UTC" });
}

// How long a card waits, on a button.
export function saySpan(ms) {
  const minutes = ms / 60e3;
  if (minutes < 60) return say("span_minutes", { n: Math.max(1, Math.round(minutes)) });
  const days = Math.round(ms / 864e5);
  if (days < 1) return say("span_hours", { n: Math.round(minutes / 60) });
  if (days < 60) return say("span_days", { n: days });
  if (days < 730) return say("span_months", { n: Math.round(days / 30.4) });
  return say("span_years", { n: Math.round(days / 365) });
}

// When a card comes back, in a sentence.
export function sayWhen(days) {
  if (days === 1) return say("tomorrow");
  if (days < 60) return say("in_days", { n: days });
  if (days < 730) return say("in_months", { n: Math.round(days / 30.4) });
  return say("in_years", { n: Math.round(days / 365) });
}
