const MAX_CHARS = 2000;
/** Hosts of programs on the person's computer (RFC 8252 §7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether codes may be sent to an address: https, or http on the person's own computer. No other scheme, no fragment
 * and no password.
 */
export function isAllowedRedirect(uri: string): boolean {
  const url = uri.length <= MAX_CHARS ? URL.parse(uri) : null;
  if (!url || uri.includes('#') || url.username || url.password) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/**
 * Whether an address is one of the registered ones, character by character. Only the port of a program on the
 * person's computer may differ, because such programs get another one at each start (OAuth 2.1 §8.4.2).
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (!isAllowedRedirect(uri)) return false;
  return registered.some((known) => known === uri || (isLoopback(uri) && anyPort(known) === anyPort(uri)));
}

/** The host that the person is sent to; null for a program on their computer. */
export function redirectHost(uri: string): string | null {
  return isLoopback(uri) ? null : new URL(uri).host;
}

function isLoopback(uri: string): boolean {
  return new URL(uri).protocol === 'http:';
}

function anyPort(uri: string): string {
  const url = new URL(uri);
  url.port = '';
  return url.href;
}
