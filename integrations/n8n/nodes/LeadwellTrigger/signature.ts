import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the clocks of both servers may be apart, in seconds. */
const TOLERANCE_SECONDS = 300;

/** Whether a request is from the server with this secret (`whsec_`), by the rules of Standard Webhooks. */
export function isSigned(
  secret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
  nowMs = Date.now(),
): boolean {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (Math.abs(nowMs / 1000 - Number(timestamp || Number.NaN)) <= TOLERANCE_SECONDS) {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    // Anyone can sign with an empty key.
    if (key.length === 0) return false;
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return (headers['webhook-signature'] ?? '').split(' ').some((signature) => {
      const [version, text = ''] = signature.split(',');
      const given = Buffer.from(text, 'base64');
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
  return false;
}
