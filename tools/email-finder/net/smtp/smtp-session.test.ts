import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  benchBehaviors,
  FAKE,
  IPV6_BEHAVIOR,
  MORE_BEHAVIORS,
  REAL,
} from '../../../../e2e/fixtures/mail-world/behaviors.ts';
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
import { REFUSALS_PER_SESSION } from './smtp-session.ts';

const HAS_IPV6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const MORE: MailDomain[] = [
  {
    name: 'international.com',
    about: 'accepts non-ASCII local parts',
    mailboxes: ['josé'],
    smtp: { smtpUtf8: true, pipelining: true },
  },
];

let smtp: SmtpWorld;
let world: MailWorld;
const closing: { close(): unknown }[] = [];

beforeAll(async () => {
  smtp = await startSmtpWorld([
    ...benchBehaviors(20),
    ...MORE_BEHAVIORS,
    ...MORE,
    ...(HAS_IPV6 ? [IPV6_BEHAVIOR] : []),
  ]);
  world = smtp.world;
});
afterEach(() => smtp.closeServers());
afterAll(async () => {
  for (const part of closing) await part.close();
  await smtp.close();
});
const servers = (more?: Partial<MailServersOptions>) => smtp.servers(more);
const open: SmtpWorld['open'] = (...how) => smtp.open(...how);
const lastSession = (domain: string) => smtp.lastSession(domain);

describe('a session', () => {
  it('checks recipients in one transaction, or in a fresh one on request', async () => {
    const session = await open('normal-mail.com');
    expect(await verify(session, FAKE, 'normal-mail.com')).toBe(550);
    expect(await verify(session, REAL, 'normal-mail.com')).toBe(250);
    expect(await session.recipient('random@normal-mail.com', true)).toMatchObject({
      phase: 'rcpt',
      alone: true,
    });
    expect(session.exhausted).toBe(false);
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

  it('pipelines only if the server offers it', async () => {
    const session = await open('pipelines.com');
    expect(await verify(session, REAL, 'pipelines.com')).toBe(250);
    expect(await verify(session, FAKE, 'pipelines.com', true)).toBe(550);
    await session.quit();
    expect(lastSession('pipelines.com').pipelined).toBe(true);
    for (const [domain, log] of world.logs) {
      if (!['pipelines.com', 'gateway.com', 'international.com'].includes(domain))
        expect(log.sessions.some(({ pipelined }) => pipelined)).toBe(false);
    }
  });

  it('is exhausted after eight refusals', async () => {
    const session = await open('counts-errors.com');
    for (let count = 1; count <= REFUSALS_PER_SESSION; count += 1) {
      expect(session.exhausted).toBe(false);
      expect(await verify(session, `wrong${count}`, 'counts-errors.com')).toBe(550);
    }
    expect(session.exhausted).toBe(true);
    await expect(session.recipient('wrong9@counts-errors.com', false)).rejects.toThrow(/exhausted/);
    await session.quit();
    expect(lastSession('counts-errors.com').refusals).toBe(REFUSALS_PER_SESSION);
  });

  it('reports whether an earlier recipient was accepted in the same transaction', async () => {
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

  it('is encrypted if the server offers it, and falls back to plain text if the handshake fails', async () => {
    for (const domain of ['only-encrypted.com', 'gateway.com']) {
      const session = await open(domain);
      expect(await verify(session, REAL, domain)).toBe(250);
      await session.quit();
      expect(lastSession(domain).tls).toBe(true);
    }
    const clear = await open('broken-tls.com');
    expect(await verify(clear, REAL, 'broken-tls.com')).toBe(250);
    await clear.quit();
    expect(world.log('broken-tls.com').sessions).toHaveLength(2);
    expect(world.log('broken-tls.com').maxOpen).toBe(1);
  });

  it('uses HELO with old servers', async () => {
    const session = await open('old-server.com');
    expect(await verify(session, REAL, 'old-server.com')).toBe(250);
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
  ])('works with %s', async (domain) => {
    const session = await open(domain);
    expect(await verify(session, REAL, domain)).toBe(250);
    expect(await verify(session, FAKE, domain)).toBe(550);
  });

  it.runIf(HAS_IPV6)('works over IPv6', async () => {
    const session = await open('only-ipv6.com');
    expect(await verify(session, REAL, 'only-ipv6.com')).toBe(250);
  });

  it('uses SMTPUTF8 if the server offers it', async () => {
    const session = await open('international.com');
    expect(session.international).toBe(true);
    expect(await verify(session, 'sam', 'international.com')).toBe(550);
    expect(await verify(session, 'josé', 'international.com')).toBe(250);
    await session.quit();
    expect(lastSession('international.com').commands).toContain('MAIL FROM:<verify@leadwell.test> SMTPUTF8');
    expect((await open('normal-mail.com')).international).toBe(false);
  });

  it('reports a refusal of MAIL as such', async () => {
    const session = await open('refuses-sender.com');
    expect(await session.recipient(`${REAL}@refuses-sender.com`, false)).toMatchObject({
      phase: 'mail',
      reply: { code: 550 },
    });
  });

  it('never sends more than one line per command', async () => {
    const session = await open('normal-mail.com');
    await expect(session.recipient('sam@acme.com>\r\nDATA\r\n<', false)).rejects.toThrow(/one line/);
  });
});

describe('an unexpected reply', () => {
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

  it('ends the session, because the next reply could be attributed to the wrong recipient', async () => {
    const session = await rawServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (chunk) => {
        const line = chunk.toString();
        if (line.startsWith('EHLO')) socket.write('250 hello\r\n');
        if (line.startsWith('MAIL')) socket.write('250 ok\r\n');
        // two replies to one recipient
        if (line.startsWith('RCPT')) socket.write('550 5.1.1 no\r\n250 yes\r\n');
      });
    });
    expect((await session.recipient('one@raw.com', false)).reply.code).toBe(550);
    expect(session.exhausted).toBe(true);
    expect(await caughtFault(session.recipient('two@raw.com', false))).toMatchObject({ kind: 'not-smtp' });
  });

  it('before the handshake is not treated as encrypted', async () => {
    const opening = rawServer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (chunk) => {
        const line = chunk.toString();
        if (line.startsWith('EHLO')) socket.write('250-hello\r\n250 STARTTLS\r\n');
        if (line.startsWith('STARTTLS')) socket.write('220 go ahead\r\n250 injected\r\n');
      });
    });
    expect(await caughtFault(opening)).toMatchObject({ kind: 'not-smtp' });
  });
});

it('never sent DATA, opened more than two connections to a server, or caused more than eight refusals per session', () => {
  for (const [domain, log] of world.logs) {
    expect({ domain, data: log.data }).toEqual({ domain, data: 0 });
    expect(log.maxOpen).toBeLessThanOrEqual(2);
    for (const { refusals } of log.sessions) expect(refusals).toBeLessThanOrEqual(REFUSALS_PER_SESSION);
  }
});
