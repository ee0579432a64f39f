import { addDays, type LocalDays, localDays } from './local-days.ts';

/** When something repeats, in a time zone with an IANA name. */
export interface RepeatTime {
  every: 'day' | 'week' | 'month';
  /** of the week, from Monday 1 to Sunday 7, or of the month, 1 to 31; null for every day */
  day: number | null;
  /** 0 to 23 */
  hour: number;
  timeZone: string;
}

const QUARTER_MS = 15 * 60_000;
/** More than two months, of which each has a day that matches. */
const DAYS_AHEAD = 64;

/**
 * The first time after `after`. A month without the day has it on its last day. An hour that the clocks leave out is
 * when they go on, and of an hour that comes twice, the first one counts.
 */
export function nextTime(repeat: RepeatTime, after: Date): Date {
  const calendar = localDays(repeat.timeZone);
  const today = calendar.formatDay(after);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead);
    if (!matches(repeat, day)) continue;
    const time = hourOf(calendar, day, repeat.hour);
    if (time > after) return time;
  }
  throw new RangeError('A repeated time must have a day that exists.');
}

function matches({ every, day }: RepeatTime, date: string): boolean {
  if (every === 'day') return true;
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  if (every === 'week') return (new Date(`${date}T00:00:00Z`).getUTCDay() || 7) === day;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dayOfMonth === Math.min(day ?? 1, days);
}

function hourOf({ dayStart, formatTime }: LocalDays, day: string, hour: number): Date {
  const wanted = `${day} ${String(hour).padStart(2, '0')}:00`;
  // In every time zone, clocks change by quarters of an hour.
  let time = dayStart(day);
  while (formatTime(time) < wanted) time = new Date(time.getTime() + QUARTER_MS);
  return time;
}
