import type { Location } from 'react-router';
import { z } from 'zod';

const OriginState = z.object({ origin: z.string() });

/** The place to come back to after signing in, as the state of a navigation. */
export function originState(location: Pick<Location, 'pathname' | 'search' | 'hash'>): { origin: string } {
  return { origin: location.pathname + location.search + location.hash };
}

/** A navigation's state -> where to go after signing in. Only addresses of this site count. */
export function originOf(state: unknown): string {
  const parsed = OriginState.safeParse(state);
  if (!parsed.success) return '/dashboard';
  const { origin } = parsed.data;
  return /^\/(?![/\\])/.test(origin) ? origin : '/dashboard';
}
