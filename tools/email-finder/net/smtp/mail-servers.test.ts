import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHostResolver } from '#net/dns.ts';
import { startGuardedSocks } from '#net/guarded-socks.ts';
import { benchBehaviors, FAKE, MORE_BEHAVIORS, REAL } from '../../../../e2e/fixtures/mail-world/behaviors.ts';
import type { MailDomain } from '../../../../e2e/fixtures/mail-world/mail-domain.ts';
import type { MailWorld } from '../../../../e2e/fixtures/mail-world/mail-world.ts';
import {
  caughtFault,
  PATIENCE,
  type SmtpWorld,
  startSmtpWorld,
  verify,
} from '../../../../e2e/fixtures/mail-world/smtp-world.ts';
import type { MailServersOptions } from './mail-servers.ts';
import type { SmtpFaultKind } from './smtp-fault.ts';
import { REFUSALS_PER_SESSION } from './smtp-session.ts';

const MORE: MailDomain[] = [
  { name: 'silent.com', about: 'never greets', mailboxes: [], smtp: { banner: null } },
  {
    name: 'stops-after-two.com',
    about: '421 at the third recipient',
    mailboxes: [REAL],
    smtp: { recipientsPerSession: 2 },
  },
  { name: 'drops-at-rcpt.com', about: 'hangs up at RCPT', mailboxes: [REAL], smtp: { dropAt: 'RCPT' } },
  { name: 'counted.com', about: 'has its connections counted', mailboxes: [REAL], smtp: { replyDelayMs: 1 } },
  {
    name: 'ends-at-mail.com',
    about: '421 at MAIL, and offers pipelining',
    mailboxes: [REAL],
    smtp: { pipelining: true, mail: '421 4.7.0 Too many messages from you' },
  },
  {
    name: 'ends-at-reset.com',
    about: '421 at RSET, and offers pipelining',
    mailboxes: [REAL],
    smtp: { pipelining: true, reset: '421 4.7.0 Too many messages from you' },
  },
  {
    name: 'quick-421.com',
    about: '421 for ever',
    mailboxes: [],
    smtp: { banner: '421 4.7.0 Too many connections' },
  },
];

let smtp: SmtpWorld;
let world: MailWorld;
const closing: { close(): unknown }[] = [];

beforeAll(async () => {
  smtp = await startSmtpWorld([...benchBehaviors(20), ...MORE_BEHAVIORS, ...MORE]);
  world = smtp.world;
});
afterEach(() => smtp.closeServers());
afterAll(async () => {
  for (const part of closing) await part.close();
  await smtp.close();
});
const servers = (more?: Partial<MailServersOptions>) => smtp.servers(more);
const open: SmtpWorld['open'] = (...how) => smtp.open(...how);

describe('a session', () => {
  it.each([
    ['hangs-up.com', 'closed', 'ehlo'],
    ['always-busy.com', 'refused', 'connect'],
    ['blocks-us.com', 'refused', 'connect'],
    ['dead-host.com', 'unreachable', 'connect'],
    ['no-mail-server.com', 'not-smtp', 'connect'],
    ['endless-line.com', 'not-smtp', 'connect'],
  ] satisfies [string, SmtpFaultKind, string][])('fails with %s: %s at %s', async (domain, kind, phase) => {
    expect(await caughtFault(open(domain))).toMatchObject({ kind, phase });
  });

  it('fails with a silent server', async () => {
    const patience = { ...PATIENCE, greetingMs: 30 };
    expect(await caughtFault(open('silent.com', servers(), patience))).toMatchObject({ kind: 'timeout' });
  });

  it('fails inside a private network unless allowed', async () => {
    const guarded = servers({ policy: { allowPrivateNetwork: false } });
    const before = world.log('normal-mail.com').sessions.length;
    expect(await caughtFault(open('normal-mail.com', guarded))).toMatchObject({ kind: 'not-public' });
    expect(world.log('normal-mail.com').sessions).toHaveLength(before);
  });

  it('fails after the server hung up', async () => {
    const session = await open('drops-at-rcpt.com');
    const fault = await caughtFault(session.recipient(`${REAL}@drops-at-rcpt.com`, false));
    expect(fault).toMatchObject({ kind: 'closed', phase: 'rcpt' });
    expect(session.exhausted).toBe(true);
  });

  it('ends when the signal aborts', async () => {
    const abort = new AbortController();
    const from = servers();
    const waiting = open('silent.com', from, PATIENCE, abort.signal);
    const session = await open('normal-mail.com', from, PATIENCE, abort.signal);
    abort.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(session.exhausted).toBe(true);
  });
});

describe('servers are not contacted', () => {
  it('after a 421 or a block list reply, until the pause is over', async () => {
    let time = 0;
    const from = servers({ now: () => time });
    for (const domain of ['quick-421.com', 'blocks-us.com']) {
      const before = world.log(domain).sessions.length;
      for (let attempt = 0; attempt < 5; attempt += 1) await caughtFault(open(domain, from));
      expect(world.log(domain).sessions.length - before).toBe(1);
      time += 3_600_000;
      await caughtFault(open(domain, from));
      expect(world.log(domain).sessions.length - before).toBe(2);
    }
  });

  it('after silence, unless someone would wait longer', async () => {
    const from = servers();
    const sessions = () => world.log('silent.com').sessions.length;
    const before = sessions();
    const wait = async (greetingMs: number) => {
      expect(await caughtFault(open('silent.com', from, { ...PATIENCE, greetingMs }))).toMatchObject({
        kind: 'timeout',
      });
      return sessions() - before;
    };
    expect([await wait(20), await wait(20), await wait(40), await wait(40), await wait(20)]).toEqual([
      1, 1, 2, 2, 2,
    ]);
  });

  it('after a 421 during a session', async () => {
    const from = servers();
    const session = await open('stops-after-two.com', from);
    for (const name of ['one', 'two']) expect(await verify(session, name, 'stops-after-two.com')).toBe(550);
    expect(await verify(session, 'three', 'stops-after-two.com')).toBe(421);
    await session.quit();
    expect(session.exhausted).toBe(true);
    expect(await caughtFault(open('stops-after-two.com', from))).toMatchObject({ kind: 'refused' });
    expect(world.log('stops-after-two.com').sessions).toHaveLength(1);
  });

  it('after a 421 that ends the connection before the reply to the recipient', async () => {
    const from = servers();
    const session = await open('ends-at-mail.com', from);
    const answer = await session.recipient(`${REAL}@ends-at-mail.com`, false);
    expect(answer).toMatchObject({ phase: 'mail', reply: { code: 421 } });
    await session.quit();
    expect(await caughtFault(open('ends-at-mail.com', from))).toMatchObject({ meaning: 'rate-limit' });
    expect(world.log('ends-at-mail.com').sessions).toHaveLength(1);
    const other = await open('ends-at-reset.com', from);
    expect(await verify(other, REAL, 'ends-at-reset.com')).toBe(250);
    expect(await caughtFault(other.recipient(`${FAKE}@ends-at-reset.com`, true))).toMatchObject({
      kind: 'refused',
      phase: 'rset',
      meaning: 'rate-limit',
    });
    await other.quit();
    expect(await caughtFault(open('ends-at-reset.com', from))).toMatchObject({ meaning: 'rate-limit' });
    expect(world.log('ends-at-reset.com').sessions).toHaveLength(1);
  });

  it('by more than two connections at once', async () => {
    const from = servers();
    const work = Array.from({ length: 12 }, async (_, index) => {
      const session = await open('counted.com', from);
      await verify(session, `person${index}`, 'counted.com');
      await session.quit();
    });
    await Promise.all(work);
    expect(world.log('counted.com')).toMatchObject({ maxOpen: 2, open: 0, data: 0 });
    expect(world.log('counted.com').sessions).toHaveLength(12);
  });

  it('again, unless our own other connection caused the limit', async () => {
    const from = servers();
    const first = await open('few-connections.com', from);
    const fault = await caughtFault(open('few-connections.com', from));
    expect(fault).toMatchObject({ kind: 'refused', crowded: true });
    await first.quit();
    const second = await open('few-connections.com', from);
    expect(await verify(second, REAL, 'few-connections.com')).toBe(250);
  });
});

describe('a host with two addresses', () => {
  const host = () => ({
    name: 'mx.two-addresses.example',
    addresses: [world.hostAddress('dead-host.com'), world.hostAddress('normal-mail.com')],
  });

  it('is asked at the second one if the first has no server, which is left alone for a while', async () => {
    let time = 0;
    const from = servers({ now: () => time });
    const openHost = () => from.open([host()], PATIENCE, new AbortController().signal);
    const first = await openHost();
    expect(await verify(first, REAL, 'normal-mail.com')).toBe(250);
    await first.quit();
    let dialed = 0;
    const revived = createServer((socket) => {
      dialed += 1;
      socket.destroy();
    }).listen(world.port, world.hostAddress('dead-host.com'));
    await once(revived, 'listening');
    try {
      await (await openHost()).quit();
      expect(dialed).toBe(0);
      time += 3_600_000;
      expect(await caughtFault(openHost())).toMatchObject({ kind: 'closed' });
      expect(dialed).toBe(1);
    } finally {
      revived.close();
    }
  });

  it('is unreachable if none has a server', async () => {
    const addresses = [host().addresses[0] ?? '', '127.2.255.254'];
    const opening = servers().open([{ ...host(), addresses }], PATIENCE, new AbortController().signal);
    expect(await caughtFault(opening)).toMatchObject({ kind: 'unreachable' });
  });
});

describe('a SOCKS5 proxy', () => {
  it('carries whole sessions and reports unreachable hosts', async () => {
    const policy = { allowPrivateNetwork: true };
    const resolver = createHostResolver({ dnsServers: [world.dnsServer], policy });
    const proxy = await startGuardedSocks({ resolver, policy, connectMs: 50_000, maxBytes: 1_000_000 });
    closing.push(proxy, resolver);
    const from = servers({ socksProxy: proxy.url });
    for (const domain of ['only-encrypted.com', 'normal-mail.com', 'second-host.com']) {
      const session = await open(domain, from);
      expect(await verify(session, REAL, domain)).toBe(250);
      expect(await verify(session, FAKE, domain)).toBe(550);
      await session.quit();
    }
    expect(await caughtFault(open('dead-host.com', from))).toMatchObject({ kind: 'unreachable' });
  });

  it('is free for others after someone stopped while it connected', async () => {
    const policy = { allowPrivateNetwork: true };
    const resolver = createHostResolver({ dnsServers: [world.dnsServer], policy });
    const proxy = await startGuardedSocks({ resolver, policy, connectMs: 50_000, maxBytes: 1_000_000 });
    const abort = new AbortController();
    const slow = createServer((socket) => {
      socket.on('error', () => {});
      if (!abort.signal.aborted) {
        abort.abort(new Error('stopped'));
        socket.destroy();
        return;
      }
      const behind = connect({ host: '127.0.0.1', port: Number(new URL(proxy.url).port) });
      behind.on('error', () => {});
      socket.pipe(behind).pipe(socket);
    }).listen(0, '127.0.0.1');
    closing.push(slow, proxy, resolver);
    await once(slow, 'listening');
    const { username, password } = new URL(proxy.url);
    const url = new URL(`socks5://127.0.0.1:${(slow.address() as AddressInfo).port}`);
    Object.assign(url, { username, password });
    const from = servers({ socksProxy: url.href });
    await expect(open('normal-mail.com', from, PATIENCE, abort.signal)).rejects.toThrow('stopped');
    expect(await verify(await open('normal-mail.com', from), REAL, 'normal-mail.com')).toBe(250);
  });

  it('does not bypass the guard', async () => {
    const from = servers({ socksProxy: 'socks5://127.0.0.1:1', policy: { allowPrivateNetwork: false } });
    expect(await caughtFault(open('normal-mail.com', from))).toMatchObject({ kind: 'not-public' });
  });

  it('rejects an invalid URL', () => {
    for (const socksProxy of ['http://proxy.example:1080', 'proxy', 'socks5://'])
      expect(() => servers({ socksProxy })).toThrow(/must be a URL like socks5/);
  });
});

it('never sent DATA, opened more than two connections to a server, or caused more than eight refusals per session', () => {
  for (const [domain, log] of world.logs) {
    expect({ domain, data: log.data }).toEqual({ domain, data: 0 });
    expect(log.maxOpen).toBeLessThanOrEqual(2);
    for (const { refusals } of log.sessions) expect(refusals).toBeLessThanOrEqual(REFUSALS_PER_SESSION);
  }
});
