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
 * Returns the origin of a request made by our own page on this machine, else null (docs/deviations.md, secure
 * by default). The peer and the Host must be loopback, which prevents DNS rebinding; no proxy may have
 * forwarded the request; and it must not come from another site. The caller checks that the server listens
 * only on loopback.
 */
export function localOrigin(context: Context<AppEnv>): string | null {
  const peer = context.env?.incoming?.socket.remoteAddress;
  if (!peer || !isLoopback(peer)) return null;
  if (FORWARDING_HEADERS.some((name) => context.req.header(name) !== undefined)) return null;
  const host = context.req.header('host') ?? new URL(context.req.url).host;
  if (!isLoopback(hostName(host))) return null;
  const origin = `http://${host.toLowerCase()}`;
  const requestOrigin = context.req.header('origin');
  if (requestOrigin !== undefined && requestOrigin !== origin) return null;
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
