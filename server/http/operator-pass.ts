import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { acceptedSecrets, type SigningSecrets } from '../platform/server-secrets.ts';
import type { AppEnv } from './context.ts';

/**
 * A cookie for the operator's own browser, which opens the built-in test payments. A browser gets it with the
 * one-time link that the server prints at startup. Nothing else proves who sends a request: behind a TCP
 * forwarder, everyone has a loopback address, and the Host header is free text.
 */
export interface OperatorPass {
  name: string;
  value: string;
}

const MAX_AGE_SECONDS = 90 * 86_400;

/** The pass of a server, derived from its secret. The name differs for each server on a machine. */
export function operatorPass(authSecret: string): OperatorPass {
  const value = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell operator pass', 32)).toString(
    'base64url',
  );
  return { name: `leadwell_operator_${hash(value).toString('hex').slice(0, 8)}`, value };
}

/**
 * A cookie that fills in the admin key until the browser is closed. A browser gets it with the operator pass, which lasts
 * longer and doesn't show the key.
 */
export function adminKeyPass(authSecret: string): OperatorPass {
  const value = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell admin key pass', 32)).toString(
    'base64url',
  );
  return { name: `leadwell_admin_${hash(value).toString('hex').slice(0, 8)}`, value };
}

/** Whether the browser has a pass of one of the accepted secrets. `passOf`: which pass. */
export function hasOperatorPass(
  context: Context<AppEnv>,
  secrets: SigningSecrets,
  passOf: (authSecret: string) => OperatorPass,
): boolean {
  return acceptedSecrets(secrets)
    .map(passOf)
    .some(({ name, value }) => {
      const given = getCookie(context, name);
      return given !== undefined && timingSafeEqual(hash(given), hash(value));
    });
}

/** Gives both passes to the browser, made with `authSecret`. It never sends them with requests from other sites. */
export function setOperatorPasses(context: Context<AppEnv>, authSecret: string): void {
  const options = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  const operator = operatorPass(authSecret);
  setCookie(context, operator.name, operator.value, { ...options, maxAge: MAX_AGE_SECONDS });
  const adminKey = adminKeyPass(authSecret);
  setCookie(context, adminKey.name, adminKey.value, options);
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
