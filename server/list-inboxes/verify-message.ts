import { createHmac, timingSafeEqual } from 'node:crypto';
import { INBOX_TOLERANCE_SECONDS } from '#contract/list-inbox.ts';

/** The headers of Standard Webhooks; null for one that is missing. */
export interface SignatureHeaders {
  id: string | null;
  timestamp: string | null;
  signature: string | null;
}

const ID_MAX_CHARS = 255;

/**
 * What is wrong with the headers of a signed message, before its body is read; null: nothing is. `now` is in ms since the
 * epoch.
 */
export function headerProblem({ id, timestamp, signature }: SignatureHeaders, now: number): string | null {
  if (isUnsigned({ id, timestamp, signature }))
    return 'The request has no API key and no signature. Send an API key as a bearer token, or sign it with the headers webhook-id, webhook-timestamp and webhook-signature.';
  if (id === null) return missing('webhook-id');
  if (timestamp === null) return missing('webhook-timestamp');
  if (signature === null) return missing('webhook-signature');
  if (!/^[\x21-\x7e]+$/.test(id) || id.length > ID_MAX_CHARS)
    return `The webhook-id must have 1 to ${ID_MAX_CHARS} plain characters.`;
  if (!/^\d{1,12}$/.test(timestamp))
    return 'The webhook-timestamp must be the time in seconds since 1970, like 1795000000.';
  if (Math.abs(Number(timestamp) - now / 1000) > INBOX_TOLERANCE_SECONDS)
    return `The webhook-timestamp is more than ${INBOX_TOLERANCE_SECONDS / 60} minutes off. Sign each request when you send it, and check your clock.`;
  return null;
}

function missing(header: string): string {
  return `The request has no header ${header}. A signed request has webhook-id, webhook-timestamp and webhook-signature.`;
}

/** Whether a request has nothing of a signature. */
export function isUnsigned({ id, timestamp, signature }: SignatureHeaders): boolean {
  return id === null && timestamp === null && signature === null;
}

/** Whether one of the `v1` signatures of a message is made with one of the secrets. `body`: the bytes that came. */
export function isSigned(
  { id, timestamp, signature }: SignatureHeaders,
  body: Uint8Array,
  secrets: readonly Uint8Array[],
): boolean {
  const given = (signature ?? '')
    .split(' ')
    .flatMap((part) => (part.startsWith('v1,') ? Buffer.from(part.slice(3), 'base64') : []));
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
    return given.some((each) => each.length === expected.length && timingSafeEqual(each, expected));
  });
}
