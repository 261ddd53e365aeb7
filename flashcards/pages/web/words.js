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

// When a card comes back: in minutes, days, months or years.
export function sayWhen(days, style = "long") {
  const names = new Intl.RelativeTimeFormat(course.lang, { numeric: "auto", style });
  if (days < 1) return names.format(Math.max(1, Math.round(days * 1440)), "minute");
  if (days < 60) return names.format(Math.round(days), "day");
  if (days < 730) return names.format(Math.round(days / 30.4), "month");
  return names.format(Math.round(days / 365), "year");
}
