import type { Location } from 'react-router';
import { z } from 'zod';

const OriginState = z.object({ origin: z.string() });

/** The page to return to after sign-in, as navigation state. */
export function originState(location: Pick<Location, 'pathname' | 'search' | 'hash'>): { origin: string } {
  return { origin: location.pathname + location.search + location.hash };
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
