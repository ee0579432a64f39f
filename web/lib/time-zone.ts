import { isTimeZone } from '#contract/time-zone.ts';

/** The IANA name of the user's time zone; UTC if the browser can't tell ("Etc/Unknown"). */
export function ownTimeZone(): string {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(name) ? name : 'UTC';
}
