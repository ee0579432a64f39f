import { BALANCE_LINES } from '#contract/credit-history.ts';
import { hasTasks, TOOLS } from '#tools/index/tools.ts';

/** What part of the credit history is shown; empty for all. In the URL it is `kind`, `from` and `to`. */
export interface CreditPart {
  /** a value of KINDS */
  kind: string;
  /** days, YYYY-MM-DD, both included */
  from: string;
  to: string;
}

/** The choices of the filter: value and label. */
export const KINDS: readonly (readonly [kind: string, label: string])[] = [
  ...TOOLS.filter(hasTasks).map(({ label, task }) => [task.type, label] as const),
  ['leadrocks-lead-export', 'LeadRocks export'],
  ['local-business-export', 'Local Businesses export'],
  ['apollo-lead-export', 'Apollo export'],
  ['sales-navigator-lead-export', 'Sales Navigator export'],
  [BALANCE_LINES, 'Credits added or removed'],
];

const DAY = /^20\d\d-\d\d-\d\d$/;

/** Whether a text is a day of the filter, YYYY-MM-DD. While a year is typed, a browser gives days of the year 2. */
export function isDay(text: string): boolean {
  const at = DAY.test(text) ? Date.parse(text) : Number.NaN;
  // Browsers read February 30 as March 2.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function dayIn(params: URLSearchParams, name: string): string {
  const day = params.get(name) ?? '';
  return isDay(day) ? day : '';
}

/** Reads the part from the URL. Unknown kinds and days are left out. */
export function readCreditPart(params: URLSearchParams): CreditPart {
  const kind = params.get('kind') ?? '';
  return {
    kind: KINDS.some(([known]) => known === kind) ? kind : '',
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
  };
}

/** The URL parameters with a changed part. */
export function writeCreditPart(part: CreditPart, change: Partial<CreditPart>): URLSearchParams {
  const entries = Object.entries({ ...part, ...change }).filter(([, value]) => value !== '');
  return new URLSearchParams(entries);
}

/** Whether the days are in the wrong order, which the calls refuse. */
export function isReversed({ from, to }: Pick<CreditPart, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && from > to;
}

/** Whether the part leaves lines out. */
export function isFiltered({ kind, from, to }: CreditPart): boolean {
  return kind !== '' || from !== '' || to !== '';
}

/** The input of the calls for a part. */
export function creditFilter({ kind, from, to }: CreditPart, timeZone: string) {
  return {
    timeZone,
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
