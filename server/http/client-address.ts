import { isInNetworks, type TrustedProxies } from '../platform/process/trusted-proxies.ts';

/**
 * The IP address of the client. Each proxy adds the address it got the request from to the end of
 * X-Forwarded-For, so only the entries that trusted proxies wrote count: with `hops`, that many from the end;
 * with `networks`, all from the end up to the first address outside them. Without trusted proxies, the address
 * of the connection.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies | null,
): string {
  const own = peer ?? 'unknown';
  if (!trusted) return own;
  const forwarded = (forwardedFor ?? '').split(',').flatMap((entry) => entry.trim() || []);
  // From the nearest to the farthest.
  const path = [own, ...forwarded.reverse()];
  const farthest = path.length - 1;
  if ('hops' in trusted) return path[Math.min(trusted.hops, farthest)] ?? own;
  const outside = path.findIndex((address) => !isInside(address, trusted.networks));
  return path[outside === -1 ? farthest : outside] ?? own;
}

/** Whether the request came through a trusted proxy, so that its other headers count too. */
export function isFromProxy(peer: string | undefined, trusted: TrustedProxies | null): boolean {
  if (!trusted) return false;
  return 'hops' in trusted || isInside(peer ?? '', trusted.networks);
}

/** Some proxies write a port too: `192.0.2.1:5123`, `[2001:db8::1]:443`. */
function isInside(address: string, networks: readonly string[]): boolean {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return isInNetworks(bare, networks);
}
