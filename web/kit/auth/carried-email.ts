import { z } from 'zod';
import { lastSeenEmail } from './seen-emails.ts';

const CarriedEmail = z.object({ email: z.string().min(1) });

/** The email typed on the previous page (from navigation state), else ''. */
export function typedBefore(state: unknown): string {
  return CarriedEmail.safeParse(state).data?.email ?? '';
}

/**
 * The email typed on the previous page (from navigation state), else the last one used in this browser, else
 * ''.
 */
export function carriedEmail(state: unknown): string {
  return typedBefore(state) || lastSeenEmail();
}
