import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { AppEnv } from './context.ts';

const FORWARDING_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * The origin of a request that a page of ours made on this very machine, else null (docs/deviations.md, secure by default): the
 * peer and the Host are loopback, so no name that was bent here (DNS rebinding) passes; no proxy forwarded it; and no other site
 * asked. Whether the server listens on loopback is the caller's to know.
 */
export function localOrigin(context: Context<AppEnv>): string | null {
  const peer = context.env?.incoming?.socket.remoteAddress;
  if (!peer || !isLoopback(peer)) return null;
  if (FORWARDING_HEADERS.some((name) => context.req.header(name) !== undefined)) return null;
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  if (!isLoopback(hostName(host))) return null;
  const origin = `http://${host.toLowerCase()}`;
  const asked = context.req.header('origin');
  if (asked !== undefined && asked !== origin) return null;
  const site = context.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin' || site === 'none' ? origin : null;
}

/** "localhost:3000" -> "localhost"; "[::1]:3000" -> "::1". */
function hostName(host: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, '');
}

function isLoopback(name: string): boolean {
  if (name.toLowerCase() === 'localhost') return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback';
}
