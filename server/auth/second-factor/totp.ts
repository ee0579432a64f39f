import { createHmac, timingSafeEqual } from 'node:crypto';
import { APP_CODE_DIGITS } from '#contract/sign-in.ts';
import { toBase32 } from './base32.ts';

const STEP_MS = 30_000;
/** Steps before and after the current one that count, for clocks that are off (RFC 6238 §5.2, §6). */
const DRIFT_STEPS = 1;

/** The time step of a time in ms since the epoch (RFC 6238 §4.2). */
export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS);
}

/** The code of a time step: HOTP with SHA-1 (RFC 4226 §5.3), which every authenticator app supports. */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** APP_CODE_DIGITS).padStart(APP_CODE_DIGITS, '0');
}

/** The step whose code this is, near `now` (ms since the epoch) and after `lastStep`; null if there is none. */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  { now, lastStep }: { now: number; lastStep: number },
): number | null {
  const current = stepAt(now);
  let match: number | null = null;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)) && step > lastStep)
      match = step;
  }
  return match;
}

/** The URI that authenticator apps scan (the Key Uri Format of Google Authenticator). */
export function otpauthUri(secret: Uint8Array, account: string): string {
  const query = `secret=${toBase32(secret)}&issuer=Leadwell&algorithm=SHA1&digits=${APP_CODE_DIGITS}&period=30`;
  return `otpauth://totp/Leadwell:${encodeURIComponent(account)}?${query}`;
}
