import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  benchBehaviours,
  FAKE,
  IPV6_BEHAVIOUR,
  MORE_BEHAVIOURS,
  REAL,
} from '../../e2e/fixtures/mail-world/behaviours.ts';
import type { MailDomain } from '../../e2e/fixtures/mail-world/mail-domain.ts';
import { type MailWorld, startMailWorld } from '../../e2e/fixtures/mail-world/mail-world.ts';
import { createHostResolver } from '../dns.ts';
import { createMailHosts, type MailHost, type MailHosts } from '../mail-hosts.ts';
import { startGuardedSocks } from '../render/guarded-socks.ts';
import { createMailServers, type MailServers, type MailServersOptions } from './mail-servers.ts';
import { SmtpFault, type SmtpFaultKind } from './smtp-fault.ts';
import { REFUSALS_PER_SESSION, type SmtpSession } from './smtp-session.ts';

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const MORE: MailDomain[] = [
  { name: 'silent.com', about: 'never greets', mailboxes: [], smtp: { banner: null } },
  {
    name: 'international.com',
    about: 'takes other letters',
    mailboxes: ['josé'],
    smtp: { smtpUtf8: true, pipelining: true },
  },
  {
    name: 'stops-after-two.com',
    about: '421 at the third recipient',
    mailboxes: [REAL],
    smtp: { recipientsPerSession: 2 },
  },
  { name: 'drops-at-rcpt.com', about: 'hangs up at RCPT', mailboxes: [REAL], smtp: { dropAt: 'RCPT' } },
  { name: 'counted.com', about: 'has its connections counted', mailboxes: [REAL], smtp: { replyDelayMs: 1 } },
  {
    name: 'quick-421.com',
    about: '421 for ever',
    mailboxes: [],
    smtp: { banner: '421 4.7.0 Too many connections' },
  },
];
const PATIENCE = { connectMs: 5_000, greetingMs: 5_000, commandMs: 5_000 };

let world: MailWorld;
let hosts: MailHosts;
const closing: { close(): unknown }[] = [];
const made: MailServers[] = [];

beforeAll(async () => {
  const ipv6 = HAS_IPV6 ? [IPV6_BEHAVIOUR] : [];
  world = await startMailWorld([...benchBehaviours(20), ...MORE_BEHAVIOURS, ...MORE, ...ipv6]);
  const dnsServers = [world.dnsServer];
  const resolver = createHostResolver({ dnsServers, policy: { allowPrivateNetwork: true } });
  hosts = createMailHosts({ resolver, dnsServers });
  closing.push(resolver, hosts);
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((servers) => servers.close()));
});
afterAll(async () => {
  for (const part of closing) await part.close();
  await world.close();
});

function servers(more: Partial<MailServersOptions> = {}): MailServers {
  const created = createMailServers({
    policy: { allowPrivateNetwork: true },
    port: world.port,
    socksProxy: null,
    ehloName: 'probe.leadwell.test',
    mailFrom: 'verify@leadwell.test',
    rate: { perSecond: 10_000, burst: 1_000 },
    ...more,
  });
  made.push(created);
  return created;
}

async function hostsOf(domain: string): Promise<readonly MailHost[]> {
  const route = await hosts.find(domain);
  if (!route.ok) throw new Error(`${domain}: ${route.why}`);
  return route.hosts;
}

async function open(
  domain: string,
  from = servers(),
  patience = PATIENCE,
  signal = new AbortController().signal,
) {
  return from.open(await hostsOf(domain), patience, signal);
}

async function faultOf(opening: Promise<unknown>): Promise<SmtpFault> {
  const fault = await opening.then(() => null).catch((error: unknown) => error);
  if (!(fault instanceof SmtpFault)) throw new Error(`no fault: ${fault}`);
  return fault;
}

const ask = async (session: SmtpSession, localPart: string, domain: string, fresh = false) =>
  (await session.recipient(`${localPart}@${domain}`, fresh)).reply.code;

/** A new session of the domain's server is logged from here on. */
const lastSession = (domain: string) => world.log(domain).sessions.at(-1)!;

describe('a session', () => {
  it('asks about recipients in one transaction, and in a fresh one when told', async () => {
    const session = await open('normal-mail.com');
    expect(await ask(session, FAKE, 'normal-mail.com')).toBe(550);
    expect(await ask(session, REAL, 'normal-mail.com')).toBe(250);
    expect(await session.recipient('random@normal-mail.com', true)).toMatchObject({
      phase: 'rcpt',
      alone: true,
    });
    expect(session.spent).toBe(false);
    await session.quit();
    expect(lastSession('normal-mail.com')).toMatchObject({
      pipelined: false,
      refusals: 2,
      commands: [
        'EHLO probe.leadwell.test',
        'MAIL FROM:<verify@leadwell.test>',
        `RCPT TO:<${FAKE}@normal-mail.com>`,
        `RCPT TO:<${REAL}@normal-mail.com>`,
        'RSET',
        'MAIL FROM:<verify@leadwell.test>',
        'RCPT TO:<random@normal-mail.com>',
        'QUIT',
      ],
    });
    expect(world.log('normal-mail.com').open).toBe(0);
  });

  it('pipelines only where that is offered', async () => {
    const session = await open('pipelines.com');
    expect(await ask(session, REAL, 'pipelines.com')).toBe(250);
    expect(await ask(session, FAKE, 'pipelines.com', true)).toBe(550);
    await session.quit();
    expect(lastSession('pipelines.com').pipelined).toBe(true);
    for (const [domain, log] of world.logs) {
      if (!['pipelines.com', 'gateway.com', 'international.com'].includes(domain))
        expect(log.sessions.some(({ pipelined }) => pipelined)).toBe(false);
    }
  });

  it('is spent after eight refusals', async () => {
    const session = await open('counts-errors.com');
    for (let count = 1; count <= REFUSALS_PER_SESSION; count += 1) {
      expect(session.spent).toBe(false);
      expect(await ask(session, `wrong${count}`, 'counts-errors.com')).toBe(550);
    }
    expect(session.spent).toBe(true);
    await expect(session.recipient('wrong9@counts-errors.com', false)).rejects.toThrow(/spent/);
    await session.quit();
    expect(lastSession('counts-errors.com').refusals).toBe(REFUSALS_PER_SESSION);
  });

  it('tells whether somebody was accepted before in the same transaction', async () => {
    const session = await open('one-at-a-time.com');
    expect(await session.recipient(`${REAL}@one-at-a-time.com`, false)).toMatchObject({ alone: true });
    expect(await session.recipient(`${FAKE}@one-at-a-time.com`, false)).toMatchObject({
      alone: false,
      reply: { code: 452 },
    });
    expect(await session.recipient(`${FAKE}@one-at-a-time.com`, true)).toMatchObject({
      alone: true,
      reply: { code: 550 },
    });
  });

  it('is encrypted where that is offered, and in the clear where the handshake fails', async () => {
    for (const domain of ['only-encrypted.com', 'gateway.com']) {
      const session = await open(domain);
      expect(await ask(session, REAL, domain)).toBe(250);
      await session.quit();
      expect(lastSession(domain).tls).toBe(true);
    }
    const clear = await open('broken-tls.com');
    expect(await ask(clear, REAL, 'broken-tls.com')).toBe(250);
    await clear.quit();
    expect(world.log('broken-tls.com').sessions).toHaveLength(2);
    expect(world.log('broken-tls.com').maxOpen).toBe(1);
  });

  it('speaks HELO with old servers', async () => {
    const session = await open('old-server.com');
    expect(await ask(session, REAL, 'old-server.com')).toBe(250);
    expect(lastSession('old-server.com').commands.slice(0, 2)).toEqual([
      'EHLO probe.leadwell.test',
      'HELO probe.leadwell.test',
    ]);
  });

  it.each([
    'in-pieces.com',
    'many-lines.com',
    'slow-greeting.com',
    'without-mx.com',
    'alias-mx.com',
    'second-host.com',
  ])('is had with %s', async (domain) => {
    const session = await open(domain);
    expect(await ask(session, REAL, domain)).toBe(250);
    expect(await ask(session, FAKE, domain)).toBe(550);
  });

  it.runIf(HAS_IPV6)('is had over IPv6', async () => {
    const session = await open('only-ipv6.com');
    expect(await ask(session, REAL, 'only-ipv6.com')).toBe(250);
  });

  it('announces other letters where they are offered', async () => {
    const session = await open('international.com');
    expect(session.international).toBe(true);
    expect(await ask(session, 'sam', 'international.com')).toBe(550);
    expect(await ask(session, 'josé', 'international.com')).toBe(250);
    await session.quit();
    expect(lastSession('international.com').commands).toContain('MAIL FROM:<verify@leadwell.test> SMTPUTF8');
    expect((await open('normal-mail.com')).international).toBe(false);
  });

  it('gives the refusal of MAIL as such', async () => {
    const session = await open('refuses-sender.com');
    expect(await session.recipient(`${REAL}@refuses-sender.com`, false)).toMatchObject({
      phase: 'mail',
      reply: { code: 550 },
    });
  });

  it('never sends more than one line for a command', async () => {
    const session = await open('normal-mail.com');
    await expect(session.recipient('sam@acme.com>\r\nDATA\r\n<', false)).rejects.toThrow(/one line/);
  });
});

describe('no session', () => {
  it.each([
    ['hangs-up.com', 'closed', 'ehlo'],
    ['always-busy.com', 'refused', 'connect'],
    ['blocks-us.com', 'refused', 'connect'],
    ['dead-host.com', 'unreachable', 'connect'],
    ['no-mail-server.com', 'not-smtp', 'connect'],
    ['endless-line.com', 'not-smtp', 'connect'],
  ] satisfies [string, SmtpFaultKind, string][])('is had with %s: %s at %s', async (domain, kind, phase) => {
    expect(await faultOf(open(domain))).toMatchObject({ kind, phase });
  });

  it('is had with a server that stays silent', async () => {
    const patience = { ...PATIENCE, greetingMs: 30 };
    expect(await faultOf(open('silent.com', servers(), patience))).toMatchObject({ kind: 'timeout' });
  });

  it('is had inside a network that is not allowed', async () => {
    const guarded = servers({ policy: { allowPrivateNetwork: false } });
    const before = world.log('normal-mail.com').sessions.length;
    expect(await faultOf(open('normal-mail.com', guarded))).toMatchObject({ kind: 'not-public' });
    expect(world.log('normal-mail.com').sessions).toHaveLength(before);
  });

  it('outlasts the server: what is asked after it hung up fails', async () => {
    const session = await open('drops-at-rcpt.com');
    const fault = await faultOf(session.recipient(`${REAL}@drops-at-rcpt.com`, false));
    expect(fault).toMatchObject({ kind: 'closed', phase: 'rcpt' });
    expect(session.spent).toBe(true);
  });

  it('stays open when the signal aborts', async () => {
    const abort = new AbortController();
    const from = servers();
    const waiting = open('silent.com', from, PATIENCE, abort.signal);
    const session = await open('normal-mail.com', from, PATIENCE, abort.signal);
    abort.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    expect(session.spent).toBe(true);
  });
});

describe('servers are left alone', () => {
  it('after 421 and a block list, until the pause is over', async () => {
    let time = 0;
    const from = servers({ now: () => time });
    for (const domain of ['quick-421.com', 'blocks-us.com']) {
      const before = world.log(domain).sessions.length;
      for (let attempt = 0; attempt < 5; attempt += 1) await faultOf(open(domain, from));
      expect(world.log(domain).sessions.length - before).toBe(1);
      time += 3_600_000;
      await faultOf(open(domain, from));
      expect(world.log(domain).sessions.length - before).toBe(2);
    }
  });

  it('after a 421 in the middle of a session', async () => {
    const from = servers();
    const session = await open('stops-after-two.com', from);
    for (const name of ['one', 'two']) expect(await ask(session, name, 'stops-after-two.com')).toBe(550);
    expect(await ask(session, 'three', 'stops-after-two.com')).toBe(421);
    await session.quit();
    expect(session.spent).toBe(true);
    expect(await faultOf(open('stops-after-two.com', from))).toMatchObject({ kind: 'refused' });
    expect(world.log('stops-after-two.com').sessions).toHaveLength(1);
  });

  it('beyond two connections, and all get their turn', async () => {
    const from = servers();
    const work = Array.from({ length: 12 }, async (_, index) => {
      const session = await open('counted.com', from);
      await ask(session, `person${index}`, 'counted.com');
      await session.quit();
    });
    await Promise.all(work);
    expect(world.log('counted.com')).toMatchObject({ maxOpen: 2, open: 0, data: 0 });
    expect(world.log('counted.com').sessions).toHaveLength(12);
  });

  it('but not because of a limit that our own other connection fills', async () => {
    const from = servers();
    const first = await open('few-connections.com', from);
    const fault = await faultOf(open('few-connections.com', from));
    expect(fault).toMatchObject({ kind: 'refused', crowded: true });
    await first.quit();
    const second = await open('few-connections.com', from);
    expect(await ask(second, REAL, 'few-connections.com')).toBe(250);
  });
});

describe('a reply that nobody asked for', () => {
  async function rawServer(talk: (socket: Socket) => void) {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      talk(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push({ close: () => server.close() });
    const { port } = server.address() as AddressInfo;
    return servers({ port }).open(
      [{ name: 'mx.raw.com', addresses: ['127.0.0.1'] }],
      PATIENCE,
      new AbortController().signal,
    );
  }

  it('ends the session, since the next one could be taken for somebody else', async () => {
    const session = await rawServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (chunk) => {
        const line = chunk.toString();
        if (line.startsWith('EHLO')) socket.write('250 hello\r\n');
        if (line.startsWith('MAIL')) socket.write('250 ok\r\n');
        // Two answers to one recipient.
        if (line.startsWith('RCPT')) socket.write('550 5.1.1 no\r\n250 yes\r\n');
      });
    });
    expect((await session.recipient('one@raw.com', false)).reply.code).toBe(550);
    expect(session.spent).toBe(true);
    expect(await faultOf(session.recipient('two@raw.com', false))).toMatchObject({ kind: 'not-smtp' });
  });

  it('before the handshake is not taken for one from inside it', async () => {
    const opening = rawServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (chunk) => {
        const line = chunk.toString();
        if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 STARTTLS\r\n');
        if (line.startsWith('STARTTLS')) socket.write('220 go ahead\r\n250 injected\r\n');
      });
    });
    expect(await faultOf(opening)).toMatchObject({ kind: 'not-smtp' });
  });
});

describe('a SOCKS5 proxy', () => {
  it('carries the whole conversation, and reports what it cannot reach', async () => {
    const policy = { allowPrivateNetwork: true };
    const resolver = createHostResolver({ dnsServers: [world.dnsServer], policy });
    const proxy = await startGuardedSocks({ resolver, policy, connectMs: 5_000, maxBytes: 1_000_000 });
    closing.push(proxy, resolver);
    const from = servers({ socksProxy: proxy.url });
    for (const domain of ['only-encrypted.com', 'normal-mail.com', 'second-host.com']) {
      const session = await open(domain, from);
      expect(await ask(session, REAL, domain)).toBe(250);
      expect(await ask(session, FAKE, domain)).toBe(550);
      await session.quit();
    }
    expect(await faultOf(open('dead-host.com', from))).toMatchObject({ kind: 'unreachable' });
  });

  it('does not lift the guard', async () => {
    const from = servers({ socksProxy: 'socks5://127.0.0.1:1', policy: { allowPrivateNetwork: false } });
    expect(await faultOf(open('normal-mail.com', from))).toMatchObject({ kind: 'not-public' });
  });

  it('must be written as one', () => {
    for (const written of ['http://proxy.example:1080', 'proxy', 'socks5://'])
      expect(() => servers({ socksProxy: written })).toThrow(/SOCKS proxy is written/);
  });
});

it('no server was ever sent DATA or more than two connections or eight refusals a session', () => {
  for (const [domain, log] of world.logs) {
    expect({ domain, data: log.data }).toEqual({ domain, data: 0 });
    expect(log.maxOpen).toBeLessThanOrEqual(2);
    for (const { refusals } of log.sessions) expect(refusals).toBeLessThanOrEqual(REFUSALS_PER_SESSION);
  }
});
