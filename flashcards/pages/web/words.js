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

// Days in the unit that says them briefly.
function pickUnit(days) {
  if (days < 60) return [days, "day"];
  return days < 730 ? [Math.round(days / 30.4), "month"] : [Math.round(days / 365), "year"];
}

// How long a card waits, on a button.
export function saySpan(ms) {
  const [minutes, hours, days] = [60e3, 36e5, 864e5].map((unit) => Math.round(ms / unit));
  const [n, unit] =
    minutes < 60 ? [Math.max(1, minutes), "minute"] : !days ? [hours, "hour"] : pickUnit(days);
  const shape = { style: "unit", unit, unitDisplay: "short" };
  return new Intl.NumberFormat(course.lang, shape).format(n);
}

// When a card comes back, in a sentence.
export function sayWhen(days) {
  const names = new Intl.RelativeTimeFormat(course.lang, { numeric: "auto" });
  return names.format(...pickUnit(days));
}
