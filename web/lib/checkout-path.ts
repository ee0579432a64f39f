import { TOOLS } from '#tools/index/tools.ts';
import { sitePath } from './origin.ts';

/** Longer addresses, such as those with many filters, keep only their path. */
const MAX_FROM_CHARS = 1000;

/** Where a checkout returns to. `from`: the page that opened it, as a path on this site. */
export function checkoutReturnUrl(origin: string, status: 'success' | 'canceled', from?: string): string {
  const query = new URLSearchParams({ status });
  if (from) query.set('from', from.length > MAX_FROM_CHARS ? (from.split('?')[0] ?? '') : from);
  return `${origin}/pricing?${query}`;
}

/** The pricing page, whose checkout returns to `from`, a path on this site. */
export function pricingPath(from: string): string {
  return `/pricing?${new URLSearchParams({ from })}`;
}

/** The page that opened a checkout, read from the query of the pricing page or of a return URL. `name` is null if it isn't a tool. */
export function checkoutOrigin(query: URLSearchParams): { path: string; name: string | null } | null {
  const path = sitePath(query.get('from'));
  if (!path) return null;
  return { path, name: TOOLS.find((tool) => tool.path === path.split('?')[0])?.label ?? null };
}
