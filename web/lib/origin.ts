import type { Location } from 'react-router';
import { z } from 'zod';

/** `owner`: the user whose page it was; nobody else returns to it. */
const OriginState = z.object({ origin: z.string(), owner: z.string().optional() });
export type OriginState = z.infer<typeof OriginState>;
/**
 * The session ended while its page was open, a page that needs one was opened without, or a checkout returned to a
 * browser without one.
 */
const LoginReason = z.enum(['session-ended', 'not-signed-in', 'checkout']);
export type LoginReason = z.infer<typeof LoginReason>;
const ReasonState = z.object({ reason: LoginReason });

/** How the last session of this tab ended, and the page that was open: the `key` of its location. */
export interface Departure {
  how: 'logged-out' | 'session-ended';
  userId: string;
  page: string;
}

/** The page to return to after sign-in, as navigation state. */
export function originState({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): OriginState {
  return { origin: pathname + search + hash };
}

/**
 * Navigation state for a visitor who is sent from `location` to the login page: the page to return to, and why they are
 * there, which survives a reload. null after a logout: the person knows, and the next one starts on their own page.
 * `back`: the person pressed Back or Forward.
 */
export function loginState(
  location: Location,
  { departure, back }: { departure: Departure | null; back: boolean },
): (OriginState & { reason: LoginReason }) | null {
  const departed = departure && (back || departure.page === location.key) ? departure : null;
  if (departed?.how === 'logged-out') return null;
  return departed
    ? { ...originState(location), owner: departed.userId, reason: 'session-ended' }
    : { ...originState(location), reason: 'not-signed-in' };
}

/** Why the person is at the login page, from navigation state; null if they came on their own. */
export function loginReason(state: unknown): LoginReason | null {
  const parsed = ReasonState.safeParse(state);
  return parsed.success ? parsed.data.reason : null;
}

/** Where to go after this user's sign-in, from navigation state. Accepts only paths on this site. */
export function returnPath(state: unknown, userId: string | undefined): string {
  const parsed = OriginState.safeParse(state);
  if (!parsed.success) return '/dashboard';
  if (parsed.data.owner !== undefined && parsed.data.owner !== userId) return '/dashboard';
  return sitePath(parsed.data.origin) ?? '/dashboard';
}

/** A path on this site, such as "/dashboard?page=2"; null for anything else. */
export function sitePath(text: string | null): string | null {
  return text !== null && /^\/(?![/\\])\P{Cc}*$/u.test(text) ? text : null;
}
