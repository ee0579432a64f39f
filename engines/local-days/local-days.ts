const QUARTER_MS = 15 * 60_000;
/** More than any time zone differs from UTC, and a multiple of a quarter of an hour. */
const FARTHEST_MS = 30 * 3_600_000;

/** The calendar of one time zone. Days are YYYY-MM-DD. */
export interface LocalDays {
  /** The day at an instant. */
  formatDay(at: Date): string;
  /** Its day and time, "2026-11-23 14:05". */
  formatTime(at: Date): string;
  /** The first instant of a day: midnight, or later where the clocks go forward at midnight. */
  dayStart(day: string): Date;
}

/** `timeZone`: an IANA name, such as "Pacific/Auckland". Throws a RangeError for an unknown one. */
export function localDays(timeZone: string): LocalDays {
  // Swedish dates have the ISO 8601 format.
  const days = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const times = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const formatDay = (at: Date) => days.format(at);
  return {
    formatDay,
    formatTime: (at) => times.format(at),
    dayStart(day) {
      const near = Date.parse(`${day}T00:00:00Z`);
      // In every time zone, days begin at a quarter of an hour.
      let before = (near - FARTHEST_MS) / QUARTER_MS;
      let after = (near + FARTHEST_MS) / QUARTER_MS;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (formatDay(new Date(middle * QUARTER_MS)) < day) before = middle;
        else after = middle;
      }
      return new Date(after * QUARTER_MS);
    },
  };
}

/** The day `count` days after a day, or before it if negative. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
