import { afterEach, describe, expect, it } from 'vitest';
import { startService, type TestService } from '#server/lists/steps/test-service.ts';
import { createServiceSender, type ServiceSender, type ServiceSenderOptions } from './service-sender.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A sender whose clock stands still, except while it waits. */
function sender(options: Partial<ServiceSenderOptions> = {}): ServiceSender & { waits: number[] } {
  let now = 1_000_000;
  const waits: number[] = [];
  const made = createServiceSender({
    dnsServers: null,
    allowPrivateNetwork: true,
    now: () => now,
    async wait(ms) {
      waits.push(ms);
      now += ms;
    },
    ...options,
  });
  open.push(made);
  return { ...made, waits };
}

async function service(...args: Parameters<typeof startService>): Promise<TestService> {
  const made = await startService(...args);
  open.push(made);
  return made;
}

const signal = new AbortController().signal;
const get = (url: string, secretHeaders: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers: { accept: '*/*', 'x-own': 'a' }, secretHeaders, body: null }) as const;

describe('a service', () => {
  it('that has too many requests is asked again when it says, and not more than three times', async () => {
    let busy = 2;
    const { url, asked } = await service((_one, _request, response) => {
      busy -= 1;
      response.writeHead(busy >= 0 ? 429 : 200, { 'retry-after': '7' }).end('ok');
    });
    const one = sender();
    expect(await one.send(get(url), 'ada', signal)).toMatchObject({ ok: true, response: { text: 'ok' } });
    expect([one.waits, asked.length]).toEqual([[7000, 7000], 3]);
    busy = 100;
    expect(await one.send(get(url), 'ada', signal)).toMatchObject({ ok: true, response: { status: 429 } });
    expect(asked.length).toBe(7);
  });

  it('that asks to wait for long fails at once, also for the next rows', async () => {
    const { url, asked } = await service((_one, _request, response) => {
      response.writeHead(503, { 'retry-after': '600' }).end();
    });
    const one = sender();
    for (const _ of [1, 2, 3])
      expect(await one.send(get(url), 'ada', signal)).toEqual({
        ok: false,
        problem: expect.stringContaining('asks to wait 10 minutes'),
        final: false,
        mayHaveWorked: false,
      });
    expect(asked.length).toBe(1);
  });

  it('that fails all the time rests, for this account only', async () => {
    const { url, asked } = await service((_one, _request, response) => {
      response.writeHead(500).end();
    });
    const one = sender();
    for (let index = 0; index < 20; index += 1) await one.send(get(url), 'ada', signal);
    expect(asked.length).toBe(8);
    expect(await one.send(get(url), 'ada', signal)).toMatchObject({
      problem: expect.stringContaining('8 times in a row'),
    });
    await one.send(get(url), 'bob', signal);
    expect(asked.length).toBe(9);
  });

  it('that is down, slow or too talkative has no answer', async () => {
    const gone = await startService(() => {});
    await gone.close();
    const one = sender({ limitMs: 300 });
    expect(await one.send(get(gone.url), 'ada', signal)).toMatchObject({
      problem: 'The service could not be reached.',
      final: false,
    });
    const slow = await service(() => {});
    expect(await one.send(get(slow.url), 'ada', signal)).toMatchObject({
      problem: expect.stringContaining('didn’t answer within'),
    });
    const drip = await service((_one, _request, response) => {
      response.writeHead(200).write('a');
    });
    expect(await one.send(get(drip.url), 'ada', signal)).toMatchObject({
      problem: expect.stringContaining('didn’t answer within'),
    });
    const large = await service((_one, _request, response) => {
      response.end('a'.repeat(1_000_001));
    });
    expect(await sender().send(get(large.url), 'ada', signal)).toMatchObject({
      problem: 'The answer is larger than 1 MB.',
      final: true,
    });
  });
});

describe('an address', () => {
  it('that isn’t public is never asked, also behind a redirect', async () => {
    const { url, asked } = await service((_one, _request, response) => {
      response.end('secret');
    });
    const one = sender({ allowPrivateNetwork: false });
    for (const address of [
      url,
      'http://localhost/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://2130706433/',
    ])
      expect(await one.send(get(address), 'ada', signal)).toMatchObject({
        ok: false,
        problem: expect.stringContaining('Only public addresses'),
        final: true,
      });
    expect(asked).toEqual([]);
    const front = await service((_one, _request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end();
    });
    expect(await sender().send(get(front.url), 'ada', signal)).toMatchObject({
      problem: expect.stringContaining('Only public addresses'),
    });
  });

  it('that another one redirects to gets neither secrets nor headers', async () => {
    const other = await service((_one, _request, response) => {
      response.end('other');
    });
    const front = await service(({ path }, _request, response) => {
      response.writeHead(307, { location: path === '/' ? '/again' : `${other.url}/there` }).end();
    });
    expect(await sender().send(get(front.url, { 'x-key': 's3cret' }), 'ada', signal)).toMatchObject({
      response: { text: 'other' },
    });
    expect(front.asked.map(({ headers }) => [headers['x-key'], headers['x-own']])).toEqual([
      ['s3cret', 'a'],
      ['s3cret', 'a'],
    ]);
    expect(other.asked[0]?.headers).not.toMatchObject({ 'x-key': expect.anything() });
    expect(other.asked[0]?.headers).not.toMatchObject({ 'x-own': expect.anything() });
  });

  it('that goes in circles ends', async () => {
    const { url, asked } = await service((_one, _request, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    expect(await sender().send(get(url), 'ada', signal)).toMatchObject({
      problem: expect.stringContaining('from address to address'),
    });
    expect(asked.length).toBe(4);
  });
});
