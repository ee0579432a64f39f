import { addDays, endOfDay as endOfLocalDay, format, parseISO } from 'date-fns';

/** The day some days after `now` in the user's time zone: "2026-11-23". */
export function dayAfter(now: Date, days: number): string {
  return format(addDays(now, days), 'yyyy-MM-dd');
}

/** The end of a day ("2026-11-23") in the user's time zone, as an ISO time in UTC. */
export function endOfDay(day: string): string {
  return endOfLocalDay(parseISO(day)).toISOString();
}
