import type { CountryCode } from 'libphonenumber-js/max';

/**
 * Postal codes of countries next to the name of a city, without anchors. `^` at the start: the code precedes
 * the city, `$` at the end: it follows, neither: both are common.
 */
const FORMS: Readonly<Partial<Record<CountryCode, string>>> = {
  AD: 'AD\\d{3}$',
  AE: 'P\\.?O\\.? ?Box:? ?\\d+$',
  AL: '^\\d{4}',
  AM: '\\d{4}$',
  AR: '(?:[A-Z]\\d{4}(?:[A-Z]{3})?|\\d{4})',
  AT: '^(?:A-?|AT-?)?\\d{4}',
  AU: '(?:(?:NSW|VIC|QLD|WA|SA|ACT|TAS|NT),? ?)?\\d{4}$',
  AZ: '^(?:AZ ?)?\\d{4}',
  BA: '^\\d{5}',
  BD: '\\d{4}$',
  BE: '^(?:B-?|BE-?)?\\d{4}',
  BG: '^\\d{4}',
  BR: '(?:[A-Z]{2},? ?)?(?:CEP:? ?)?\\d{5}-?\\d{3}$',
  BY: '^\\d{6}',
  CA: '(?:(?:AB|BC|MB|NB|NL|NS|ON|PE|QC|SK|Québec|Ontario),? ?)?[A-Z]\\d[A-Z] ?\\d[A-Z]\\d$',
  CH: '^(?:CH-?)?\\d{4}',
  CL: '\\d{7}$',
  CN: '\\d{6}',
  CO: '\\d{6}$',
  CR: '\\d{5}',
  CY: '^(?:CY-?)?\\d{4}',
  CZ: '^(?:CZ-?)?\\d{3} ?\\d{2}',
  DE: '^(?:D-?|DE-?)?\\d{5}',
  DK: '^(?:DK-?)?\\d{4}',
  DZ: '\\d{5}',
  EC: '\\d{6}',
  EE: '^\\d{5}',
  EG: '\\d{5}$',
  ES: '^(?:E-?)?\\d{5}',
  FI: '^(?:FIN?-?)?\\d{5}',
  FR: '^(?:F-?)?\\d{5}',
  GB: '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}$',
  GE: '\\d{4}',
  GR: '\\d{3} ?\\d{2}',
  HR: '^(?:HR-?)?\\d{5}',
  HU: '^(?:H-?)?\\d{4}',
  ID: '\\d{5}$',
  IE: '(?:D\\d{1,2}W?|[AC-FHKNPRTV-Y]\\d[\\dW] ?[A-Z\\d]{4})$',
  IL: '\\d{5}(?:\\d{2})?',
  IN: '[-–, ]*\\d{3} ?\\d{3}$',
  IR: '\\d{5}-?\\d{5}',
  IS: '^\\d{3}',
  IT: '^(?:I-?)?\\d{5}',
  JO: '\\d{5}',
  JP: '〒? ?\\d{3}-?\\d{4}',
  KE: '\\d{5}',
  KH: '\\d{5,6}$',
  KR: '\\d{5}',
  KW: '\\d{5}',
  KZ: '\\d{6}',
  LB: '\\d{4}(?: ?\\d{4})?',
  LI: '^(?:FL-?)?94\\d{2}',
  LK: '\\d{5}$',
  LT: '(?:LT-?)?\\d{5}',
  LU: '^(?:L-?)?\\d{4}',
  LV: 'LV-?\\d{4}',
  MA: '\\d{5}',
  MC: '^98000',
  MD: '(?:MD-?)?\\d{4}',
  ME: '^\\d{5}',
  MK: '^\\d{4}',
  MN: '\\d{5}',
  MT: '[A-Z]{3} ?\\d{4}$',
  MX: '(?:C\\.?P\\.?:? ?)?\\d{5}',
  MY: '^\\d{5}',
  NG: '\\d{6}',
  NL: '^\\d{4} ?[A-Z]{2}',
  NO: '^(?:N-?)?\\d{4}',
  NP: '\\d{5}$',
  NZ: '\\d{4}$',
  OM: '\\d{3}',
  PA: '\\d{4}',
  PE: '\\d{5}',
  PH: '\\d{4}',
  PK: '\\d{5}',
  PL: '^(?:PL-?)?\\d{2}-\\d{3}',
  PR: '\\d{5}$',
  PT: '^\\d{4}-\\d{3}',
  PY: '\\d{4}',
  RO: '\\d{6}',
  RS: '^\\d{5}',
  RU: '\\d{6}',
  SA: '\\d{5}(?:-\\d{4})?',
  SE: '^(?:SE?-?)?\\d{3} ?\\d{2}',
  SI: '^(?:SI-?)?\\d{4}',
  SK: '^\\d{3} ?\\d{2}',
  TH: '\\d{5}',
  TN: '^\\d{4}',
  TR: '\\d{5}',
  TW: '\\d{3}(?:\\d{2,3})?',
  TZ: '\\d{5}$',
  UA: '\\d{5}',
  US: '(?:[A-Z]{2},? ?)?\\d{5}(?:-\\d{4})?$',
  UY: '\\d{5}',
  UZ: '\\d{6}',
  VE: '\\d{4}',
  VN: '\\d{5,6}',
  ZA: '\\d{4}$',
};

interface Form {
  before: RegExp | null;
  after: RegExp | null;
}

const compiled = new Map<CountryCode, Form | null>();

function postalCodeForm(country: CountryCode): Form | null {
  let form = compiled.get(country);
  if (form !== undefined) return form;
  const source = FORMS[country];
  const body = source?.replace(/^\^|\$$/g, '');
  form = source
    ? {
        before: source.endsWith('$') ? null : new RegExp(`(?<![\\d-])(?:${body})[ ,\\ue000]{1,3}$`),
        after: source.startsWith('^') ? null : new RegExp(`^[ ,.\\ue000–-]{1,4}(?:${body})(?!\\d)`),
      }
    : null;
  compiled.set(country, form);
  return form;
}

const WINDOW = 24;

/** The postal code of the country next to the city from `start` to `end`, on the same line, or null. */
function postalCodeAt(
  text: string,
  start: number,
  end: number,
  country: CountryCode,
): { value: string; start: number; end: number } | null {
  const form = postalCodeForm(country);
  if (!form) return null;
  const from = Math.max(0, start - WINDOW);
  const before = form.before?.exec(text.slice(from, start));
  if (before) {
    const index = from + before.index;
    return { value: before[0].replace(/[\s,\ue000]+$/, ''), start: index, end: start };
  }
  const after = form.after?.exec(text.slice(end, end + WINDOW));
  if (!after) return null;
  return { value: after[0].replace(/^[\s,.\ue000–-]+/, ''), start: end, end: end + after[0].length };
}

/** Whether a postal code of the country stands next to the city from `start` to `end`, on the same line. */
export function hasPostalCode(text: string, start: number, end: number, country: CountryCode): boolean {
  return postalCodeAt(text, start, end, country) !== null;
}
