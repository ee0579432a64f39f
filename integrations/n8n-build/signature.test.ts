import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSigned } from '../n8n/nodes/LeadwellTrigger/signature.ts';

const BODY = Buffer.from('{"type":"task.completed"}');
const NOW_MS = 1_800_000_000_000;

/** Headers of a request, as a server with this key signs it. */
function signed(key: Buffer): Record<string, string> {
  const timestamp = String(NOW_MS / 1000);
  const signature = createHmac('sha256', key).update(`id.${timestamp}.`).update(BODY).digest('base64');
  return { 'webhook-id': 'id', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

it('accepts what the server signed', () => {
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const secret = `whsec_${key.toString('base64')}`;
  expect(isSigned(secret, signed(key), BODY, NOW_MS)).toBe(true);
  expect(isSigned(secret, signed(Buffer.from('another')), BODY, NOW_MS)).toBe(false);
  expect(isSigned(secret, signed(key), BODY, NOW_MS + 301_000)).toBe(false);
});

it.each(['', 'whsec_', 'whsec_!'])('accepts nothing without a secret: %j', (secret) => {
  expect(isSigned(secret, signed(Buffer.alloc(0)), BODY, NOW_MS)).toBe(false);
});
