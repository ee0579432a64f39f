import { BOUNCE_DAYS } from '#contract/bounces.ts';
import type { Db } from '../platform/database/db.ts';
import { forgetBounced } from './bounced-addresses.ts';
import { forgetGiven } from './given-addresses.ts';
import { forgetEvents } from './reported-events.ts';

const DAY_MS = 86_400_000;
/** Providers repeat a report for some days. */
const EVENT_DAYS = 60;
const DOMAIN_DAYS = 180;

/** Forgets bounces and reports that count for nothing anymore. */
export async function forgetOldReports(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await forgetGiven(db, ago(BOUNCE_DAYS));
  await forgetEvents(db, ago(EVENT_DAYS));
  await forgetBounced(db, now, ago(DOMAIN_DAYS));
}
