import { createPublicKey, verify } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { joinKeys, newSigningKeys, publicKeyText, secretText, signatures, splitKeys } from './signatures.ts';

/** The vectors that Svix publishes for its libraries, and for the ed25519 keys of its server. */
const VECTOR = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
};
const KEYS = {
  secret: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
  seed: Buffer.from('6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc=', 'base64'),
};
const V1 = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const V1A = 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==';

describe('the signatures', () => {
  it('are those of the published vectors', () => {
    expect(signatures([KEYS], VECTOR)).toBe(`${V1} ${V1A}`);
    expect(secretText(KEYS)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    expect(publicKeyText(KEYS)).toBe('whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=');
  });

  it.each([
    ['standardwebhooks', StandardWebhook],
    ['svix', SvixWebhook],
  ])('are accepted by %s with each of two secrets, and refused for another body', (_, Webhook) => {
    const [now, old, other] = [newSigningKeys(), newSigningKeys(), newSigningKeys()];
    const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: '{"type":"a"}' };
    const headers = {
      'webhook-id': message.id,
      'webhook-timestamp': String(message.timestamp),
      'webhook-signature': signatures([now, old], message),
    };
    for (const keys of [now, old])
      expect(() => new Webhook(secretText(keys)).verify(message.body, headers)).not.toThrow();
    expect(() => new Webhook(secretText(other)).verify(message.body, headers)).toThrow();
    expect(() => new Webhook(secretText(now)).verify('{"type":"b"}', headers)).toThrow();
  });

  it('can be checked with the public key alone', () => {
    const keys = newSigningKeys();
    const signed = signatures([keys], VECTOR).split(' v1a,')[1] ?? '';
    const raw = Buffer.from(publicKeyText(keys).slice('whpk_'.length), 'base64');
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const check = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signed, 'base64'));
    expect(check(`${VECTOR.id}.${VECTOR.timestamp}.${VECTOR.body}`)).toBe(true);
    expect(check(`${VECTOR.id}.${VECTOR.timestamp}.{}`)).toBe(false);
  });

  it('come from keys that survive being stored', () => {
    const keys = newSigningKeys();
    expect(signatures([splitKeys(joinKeys(keys))], VECTOR)).toBe(signatures([keys], VECTOR));
  });
});
