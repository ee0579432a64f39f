import { z } from 'zod';
import { lastSeenEmail } from './seen-emails.ts';

const CarriedEmail = z.object({ email: z.string().min(1) });

/** The address typed on the page before, out of a navigation's state; else the one last used in this browser, or an empty string. */
export function carriedEmail(state: unknown): string {
  return CarriedEmail.safeParse(state).data?.email ?? lastSeenEmail();
}
