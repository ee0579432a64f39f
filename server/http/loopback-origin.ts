import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { AppEnv } from './context.ts';

/**
 * The origin that a request names in its Host header, if that is a loopback name, else null. People open a
 * local server as 127.0.0.1, localhost or [::1], and return to the same one after a checkout. It proves nothing:
 * behind a TCP forwarder, a stranger sends any Host from a loopback address.
 */
export function loopbackOrigin(context: Context<AppEnv>): string | null {
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  return isLoopback(hostName(host)) ? `http://${host.toLowerCase()}` : null;
}

/** "localhost:3000" -> "localhost"; "[::1]:3000" -> "::1". */
function hostName(host: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, '');
}

function isLoopback(name: string): boolean {
  if (name.toLowerCase() === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}
