/** How long the rows of an import are kept, as it is stored: `12 months`, `90 days`. */
export type RetentionPeriod = string;

const PERIOD = /^(\d{1,4})\s*(day|week|month|year)s?$/i;
const DAY_MS = 86_400_000;

/** The stored form of a period such as "12 Months" or "1 year". null: the text is none. */
export function parseRetention(text: string): RetentionPeriod | null {
  const [, digits = '', unit = ''] = PERIOD.exec(text.trim()) ?? [];
  const count = Number(digits);
  if (count === 0) return null;
  return `${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'}`;
}

/** When a period that begins at a time ends, in ms since the epoch. A month ends on the same day, or on its last one. */
export function retentionEnd(from: Date, period: RetentionPeriod): number {
  const [, digits = '', unit = ''] = PERIOD.exec(period) ?? [];
  const count = Number(digits);
  if (unit === 'day' || unit === 'week') return from.getTime() + count * DAY_MS * (unit === 'week' ? 7 : 1);
  return addMonths(from, unit === 'year' ? count * 12 : count).getTime();
}

/** The same time of day some months later in UTC: January 31 and a month is the last day of February. */
export function addMonths(from: Date, months: number): Date {
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0);
  return end;
}
