import { z } from 'zod';

/** Whether the name of a time zone is known here. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** An IANA name of a time zone, such as "America/New_York". Days begin at midnight there. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'timeZone must be an IANA time zone, such as America/New_York');
