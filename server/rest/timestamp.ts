const TIMESTAMP =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const MINUTE_MS = 60_000;

/**
 * Reads a date, or a date and a time, in ISO 8601, as PostgreSQL reads them in UTC: without a zone, it is UTC. Returns ISO 8601 in
 * UTC with milliseconds; null for anything else, also for a day or a time that doesn't exist.
 *
 * Example: '2026-01-05 09:30+01:00' -> '2026-01-05T08:30:00.000Z'
 */
export function parseTimestamp(text: string): string | null {
  const [, date, time = '00:00', seconds = '00', fraction = '', zone = 'Z'] = TIMESTAMP.exec(text) ?? [];
  const offset = offsetMinutes(zone);
  if (date === undefined || offset === null) return null;
  const local = `${date}T${time}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const at = new Date(local);
  // February 30 becomes March 2, and 24:00 the next day.
  if (Number.isNaN(at.getTime()) || at.toISOString() !== local) return null;
  const utc = new Date(at.getTime() - offset * MINUTE_MS);
  const year = utc.getUTCFullYear();
  return year >= 1 && year <= 9999 ? utc.toISOString() : null;
}

/** '+05:30' -> 330; null for an offset that no zone has. */
function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || 0);
  if (hours > 15 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
