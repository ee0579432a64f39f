import { z } from 'zod';
import {
  BOUNCE_DAYS,
  BOUNCES_PER_CALL,
  BounceOverview,
  BounceReceipt,
  BounceSettings,
  NewBounce,
} from '../bounces.ts';
import { type Call, call } from '../call.ts';

/** What became of the emails that the account sent. They aren't in CALLS, so that only their page loads them. */
export const BOUNCE_CALLS = {
  bounces: call({
    name: 'bounces',
    method: 'POST',
    summary: `Report what became of emails that you sent: up to ${BOUNCES_PER_CALL} bounces, complaints or deliveries. The same report changes nothing the second time.`,
    scope: 'bounces',
    maxBodyBytes: 1024 * 1024,
    input: z.object({ events: z.array(NewBounce).min(1).max(BOUNCES_PER_CALL) }),
    example: { events: [{ email: 'jane@example.com', code: '550 5.1.1', text: 'User unknown' }] },
    reply: BounceReceipt,
  }),
  bounceReports: call({
    name: 'bounce-reports',
    method: 'GET',
    summary: `Count what you reported in the last ${BOUNCE_DAYS} days, by day.`,
    scope: 'none',
    input: z.object({}),
    reply: BounceOverview,
  }),
  bounceSettings: call({
    name: 'bounce-settings',
    method: 'POST',
    summary: 'Make the address that providers send their reports to, and set the keys that check them.',
    scope: 'none',
    input: BounceSettings,
    reply: BounceOverview,
  }),
} as const satisfies Record<string, Call>;
