import { createHash, randomBytes } from 'node:crypto';
import type { ProviderIdentity } from '#contract/sign-in.ts';
import type { Tx } from '../../platform/database/db.ts';
import { insertTicket, type TicketMethod } from './second-factor-store.ts';

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
  first: { method: TicketMethod; identity?: ProviderIdentity | undefined },
): Promise<PendingSignIn> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  await insertTicket(
    tx,
    {
      ticketHash: ticketHash(ticket),
      accountId,
      method: first.method,
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
