import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/db.ts';
import type { SessionOrigin } from '../store.ts';
import { insertTicket } from './second-factor-store.ts';

const TICKET_BYTES = 32;
const LIFETIME_MS = 10 * 60_000;
const TICKETS_PER_ACCOUNT = 20;

/** A sign-in that is right so far and waits for its second factor. It gives no access. */
export interface PendingSignIn {
  ticket: string;
}

/** Starts the wait for a second factor in the transaction that checked the first one. */
export async function issueTicket(
  tx: Tx,
  accountId: string,
  now: Date,
  first: Pick<SessionOrigin, 'method' | 'provider' | 'identity'>,
): Promise<PendingSignIn> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  await insertTicket(
    tx,
    {
      ticketHash: ticketHash(ticket),
      accountId,
      method: first.method,
      provider: first.provider ?? null,
      identity: first.identity ?? null,
      now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    },
    TICKETS_PER_ACCOUNT - 1,
  );
  return { ticket };
}

export function ticketHash(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url');
}
