import type { Location } from 'react-router';
import { z } from 'zod';

const OriginState = z.object({ origin: z.string() });
/** The session ended while its page was open, or a page that needs one was opened without. */
const LoginReason = z.enum(['session-ended', 'not-signed-in']);
export type LoginReason = z.infer<typeof LoginReason>;
const ReasonState = z.object({ reason: LoginReason });

/**
 * The page to return to after sign-in, as navigation state. `reason` tells the login page why the person is
 * there, and survives a reload.
 */
export function originState(
  location: Pick<Location, 'pathname' | 'search' | 'hash'>,
  reason: LoginReason | null = null,
): { origin: string; reason?: LoginReason } {
  const origin = location.pathname + location.search + location.hash;
  return reason ? { origin, reason } : { origin };
}

/** Why the person is at the login page, from navigation state; null if they came on their own. */
export function loginReason(state: unknown): LoginReason | null {
  const parsed = ReasonState.safeParse(state);
  return parsed.success ? parsed.data.reason : null;
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
