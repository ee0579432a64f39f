/** Seniority values (spec lead tools §3). */
export const SENIORITIES = [
  'c_suite',
  'director',
  'entry',
  'founder',
  'head',
  'intern',
  'manager',
  'owner',
  'partner',
  'senior',
  'vp',
] as const;

/** Other names of seniorities, in lower case, with "_" between the words and without "level" at the end. */
export const SENIORITY_NAMES: Readonly<Record<string, (typeof SENIORITIES)[number]>> = {
  c: 'c_suite',
  cxo: 'c_suite',
  csuite: 'c_suite',
  vice_president: 'vp',
  internship: 'intern',
  co_founder: 'founder',
  cofounder: 'founder',
  department_head: 'head',
  head_of_department: 'head',
};

/** The seniority that a text names: "C-Suite", "Entry level" and "Vice President" too. Null if it names none. */
export function parseSeniority(text: string): (typeof SENIORITIES)[number] | null {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/_level$/, '');
  const known = SENIORITIES.find((seniority) => seniority === name);
  return known ?? (Object.hasOwn(SENIORITY_NAMES, name) ? (SENIORITY_NAMES[name] ?? null) : null);
}

const LABELS: Readonly<Record<string, string>> = { c_suite: 'C-suite', vp: 'VP' };

/** A seniority as people read it: "C-suite" for "c_suite". */
export function seniorityLabel(value: string): string {
  return LABELS[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
}
