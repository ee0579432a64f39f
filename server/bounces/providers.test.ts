import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BounceReceipt } from '#contract/bounces.ts';
import { CallError } from '#contract/errors.ts';
import { makeCertificate } from '../../e2e/fixtures/certificate.ts';
import { createBinder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { mountBounces } from './routes.ts';
import { type BounceBench, newAddress, openBounceBench } from './test-bounces.ts';

let world: BounceBench;
beforeAll(async () => {
  world = await openBounceBench();
});
afterAll(() => world.close());

/** The counts in a reply, or its status. */
async function counts(reply: Promise<Response>): Promise<unknown> {
  const response = await reply;
  if (response.status !== 200) return response.status;
  const receipt = BounceReceipt.parse(await response.json());
  return Object.fromEntries(
    (['hard', 'soft', 'policy', 'complaint', 'other', 'delivered'] as const).flatMap((name) =>
      receipt[name] === 0 ? [] : [[name, receipt[name]]],
    ),
  );
}

describe('SendGrid', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const signed = (body: string) => {
    const timestamp = '1764143512';
    return {
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.from(timestamp + body),
        privateKey,
      ).toString('base64'),
    };
  };
  const event = (more: object) => ({ email: newAddress(), sg_event_id: randomUUID(), timestamp: 1, ...more });

  it('is read, and with a key only if it is signed', async () => {
    const sender = await world.sender();
    const path = await sender.inbox();
    const events = [
      event({ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 User unknown' }),
      event({ event: 'bounce', type: 'blocked', status: '5.1.1', reason: '550 5.1.1 User unknown' }),
      event({ event: 'bounce', type: 'bounce', status: '5.7.1', reason: '550 5.7.1 Blocked' }),
      event({ event: 'dropped', reason: 'Bounced Address' }),
      event({ event: 'dropped', reason: 'Unsubscribed Address' }),
      event({ event: 'spamreport' }),
      event({ event: 'delivered', response: '250 OK' }),
      event({ event: 'open' }),
    ];
    const expected = { hard: 2, policy: 2, complaint: 1, delivered: 1 };
    expect(await counts(sender.deliver(path, events))).toEqual(expected);
    expect(await counts(sender.deliver(path, events))).toEqual({});
    expect(await sender.inbox({ sendgrid: key })).toBe(path);
    const body = JSON.stringify([event({ event: 'delivered' })]);
    expect(await counts(sender.deliver(path, body))).toBe(400);
    expect(await counts(sender.deliver(path, body.replace('delivered', 'spamreport'), signed(body)))).toBe(
      400,
    );
    expect(await counts(sender.deliver(path, [{ email: newAddress(), kind: 'hard' }]))).toBe(400);
    expect(await counts(sender.deliver(path, body, signed(body)))).toEqual({ delivered: 1 });
    await sender.inbox({ sendgrid: null });
    expect(await counts(sender.deliver(path, { events: [{ email: newAddress(), kind: 'hard' }] }))).toEqual({
      hard: 1,
    });
  });
});

describe('Mailgun', () => {
  it('is read, and with a key only if it is signed', async () => {
    const sender = await world.sender();
    const path = await sender.inbox({ mailgun: 'signing-key' });
    const report = (data: object, key = 'signing-key') => {
      const [timestamp, token] = ['1764143512', randomUUID()];
      const signature = createHmac('sha256', key)
        .update(timestamp + token)
        .digest('hex');
      const event = { id: randomUUID(), recipient: newAddress(), ...data };
      return { signature: { timestamp, token, signature }, 'event-data': event };
    };
    const status = (code: number, message: string) => ({ 'delivery-status': { code, message } });
    const send = (data: object, key?: string) => counts(sender.deliver(path, report(data, key)));
    expect(
      await send({ event: 'failed', severity: 'permanent', ...status(550, '5.1.1 No such user') }),
    ).toEqual({ hard: 1 });
    expect(await send({ event: 'failed', severity: 'permanent', ...status(550, '5.7.1 Blocked') })).toEqual({
      policy: 1,
    });
    expect(await send({ event: 'failed', severity: 'permanent', reason: 'suppress-bounce' })).toEqual({
      hard: 1,
    });
    expect(await send({ event: 'failed', severity: 'temporary' })).toEqual({ soft: 1 });
    expect(await send({ event: 'complained' })).toEqual({ complaint: 1 });
    expect(await send({ event: 'opened' })).toEqual({});
    expect(await send({ event: 'complained' }, 'wrong')).toBe(400);
  });
});

describe('Postmark', () => {
  it('is read, and with a key only with its password', async () => {
    const sender = await world.sender();
    const path = await sender.inbox({ postmark: 'user:password' });
    const headers = { authorization: `Basic ${Buffer.from('user:password').toString('base64')}` };
    const send = (report: object, more = headers) =>
      counts(sender.deliver(path, { Email: newAddress(), ID: Math.random(), ...report }, more));
    expect(
      await send({ RecordType: 'Bounce', Type: 'HardBounce', Details: 'smtp;550 5.1.1 unknown user' }),
    ).toEqual({ hard: 1 });
    expect(
      await send({ RecordType: 'Bounce', Type: 'HardBounce', Details: 'smtp;550 5.7.1 blocked' }),
    ).toEqual({ policy: 1 });
    expect(await send({ RecordType: 'Bounce', Type: 'HardBounce' })).toEqual({ hard: 1 });
    expect(await send({ RecordType: 'Bounce', Type: 'AutoResponder' })).toEqual({ other: 1 });
    expect(await send({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })).toEqual({ complaint: 1 });
    expect(await send({ RecordType: 'Delivery', Recipient: newAddress(), Email: undefined })).toEqual({
      delivered: 1,
    });
    expect(await send({ RecordType: 'SpamComplaint' }, { authorization: 'Basic d3Jvbmc6d3Jvbmc=' })).toBe(
      400,
    );
  });
});

describe('Amazon SES', () => {
  const { key, cert } = makeCertificate({ names: ['sns.amazonaws.com'] });
  const CERT_URL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-1.pem';
  const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces';
  const read: string[] = [];

  /** The same routes, where Amazon's pages are in this process. */
  function app(): Hono<AppEnv> {
    const own = new Hono<AppEnv>();
    own.onError((error, context) => context.text(error.message, error instanceof CallError ? 400 : 500));
    const { deps } = world.bench;
    const binder = createBinder(new Hono<AppEnv>(), {
      publishableKey: '',
      authenticate: async () => null,
      childRunner: deps.childRunner,
    });
    mountBounces(own, binder, deps, async (url) => {
      read.push(url);
      return url.endsWith('.pem') ? cert : 'confirmed';
    });
    return own;
  }

  function message(more: Record<string, string>, version = '2') {
    const all: Record<string, string> = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: TOPIC,
      Message: '{}',
      Timestamp: '2026-11-26T08:00:00.000Z',
      ...more,
    };
    const names = [
      'Message',
      'MessageId',
      'Subject',
      'SubscribeURL',
      'Timestamp',
      'Token',
      'TopicArn',
      'Type',
    ];
    const text = names.map((name) => (all[name] === undefined ? '' : `${name}\n${all[name]}\n`)).join('');
    const algorithm = version === '1' ? 'sha1' : 'sha256';
    const Signature = sign(algorithm, Buffer.from(text), key).toString('base64');
    return { ...all, SignatureVersion: version, Signature, SigningCertURL: CERT_URL };
  }
  const report = (type: string, status: string, text: string) =>
    JSON.stringify({
      notificationType: 'Bounce',
      bounce: {
        bounceType: type,
        feedbackId: randomUUID(),
        bouncedRecipients: [{ emailAddress: newAddress(), status, diagnosticCode: text }],
      },
    });

  it('is read only if Amazon signed it, from the topic with the key', async () => {
    const sender = await world.sender();
    const path = await sender.inbox({ ses: TOPIC });
    const server = app();
    const send = (body: object) =>
      counts(server.request(path, { method: 'POST', body: JSON.stringify(body) }) as Promise<Response>);
    expect(
      await send(message({ Message: report('Permanent', '5.1.1', 'smtp; 550 5.1.1 user unknown') })),
    ).toEqual({ hard: 1 });
    expect(
      await send(message({ Message: report('Permanent', '5.7.1', 'smtp; 550 5.7.1 blocked') }, '1')),
    ).toEqual({ policy: 1 });
    const delivery = { eventType: 'Delivery', delivery: { recipients: [newAddress()] } };
    expect(await send(message({ Subject: 'x', Message: JSON.stringify(delivery) }))).toEqual({
      delivered: 1,
    });
    const complaint = {
      notificationType: 'Complaint',
      complaint: { complainedRecipients: [{ emailAddress: newAddress() }] },
    };
    expect(await send(message({ Message: JSON.stringify(complaint) }))).toEqual({ complaint: 1 });
    expect(read).toEqual([CERT_URL]);

    expect(await send({ ...message({}), Message: report('Permanent', '5.1.1', 'gone') })).toBe(400);
    expect(await send(message({ TopicArn: `${TOPIC}2` }))).toBe(400);
    for (const url of [
      'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem',
      'https://evil.example/sns.eu-west-1.amazonaws.com/x.pem',
      'http://sns.eu-west-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com@evil.example/x.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
      'https://bucket.s3.amazonaws.com/x.pem',
      'https://127.0.0.1/x.pem',
    ])
      expect(await send({ ...message({}), SigningCertURL: url })).toBe(400);
    expect(read).toEqual([CERT_URL]);
  });

  it('confirms a subscription at Amazon, and nowhere else', async () => {
    const sender = await world.sender();
    const path = await sender.inbox();
    const server = app();
    const confirm = (SubscribeURL: string) =>
      counts(
        server.request(path, {
          method: 'POST',
          body: JSON.stringify(message({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL })),
        }) as Promise<Response>,
      );
    read.length = 0;
    const good = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    expect(await confirm(good)).toEqual({});
    expect(read).toEqual([CERT_URL, good]);
    expect(await confirm('http://169.254.169.254/latest/meta-data')).toBe(400);
    expect(await confirm('https://sns.eu-west-1.amazonaws.com.evil.example/')).toBe(400);
    expect(read).toHaveLength(2);
  });
});
