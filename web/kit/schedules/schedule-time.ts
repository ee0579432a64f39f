import type { ScheduleTime, ScheduleView } from '#contract/schedules.ts';

/** From Monday 1 to Sunday 7. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** 9 -> "09:00" */
export function hourLabel(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** 1 -> "1st" */
export function ordinal(day: number): string {
  const rule = new Intl.PluralRules('en-US', { type: 'ordinal' }).select(day);
  return `${day}${{ one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[rule]}`;
}

/** "America/New_York" -> "America/New York" */
export function zoneLabel(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

/** "Every Monday at 09:00" */
export function timeText({ every, day = 1, hour }: ScheduleTime | ScheduleView['time']): string {
  const at = `at ${hourLabel(hour)}`;
  if (every === 'day') return `Every day ${at}`;
  if (every === 'week') return `Every ${WEEKDAYS[day - 1]} ${at}`;
  return day === 31 ? `On the last day of every month ${at}` : `On the ${ordinal(day)} of every month ${at}`;
}
