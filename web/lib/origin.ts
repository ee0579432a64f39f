import type { Location } from 'react-router';
import { z } from 'zod';

const OriginState = z.object({ origin: z.string() });
const EndedState = z.object({ sessionEnded: z.literal(true) });

/**
 * The page to return to after sign-in, as navigation state. `sessionEnded` tells the login page why the person
 * is there, and survives a reload.
 */
export function originState(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  sessionEnded = false,
): { origin: string; sessionEnded?: true } {
  const origin = location.pathname + location.search + location.hash;
  return sessionEnded ? { origin, sessionEnded } : { origin };
}

/** Whether navigation state says that the session ended while its page was open. */
export function hasSessionEnded(state: unknown): boolean {
  return EndedState.safeParse(state).success;
}

/** Where to go after sign-in, from navigation state. Accepts only paths on this site. */
export function originOf(state: unknown): string {
  const parsed = OriginState.safeParse(state);
  if (!parsed.success) return '/dashboard';
  return sitePath(parsed.data.origin) ?? '/dashboard';
}

/** A path on this site, such as "/dashboard?page=2"; null for anything else. */
export function sitePath(text: string | null): string | null {
  return text !== null && /^\/(?![/\\])\P{Cc}*$/u.test(text) ? text : null;
}
