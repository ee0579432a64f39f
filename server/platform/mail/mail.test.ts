import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer, MailRefused } from './mail.ts';

const MAIL = {
  to: 'ada@example.com',
  subject: 'Grüße',
  text: 'Hello\n.\nhttps://leads.example.com/x\n',
  html: '<p>Hello</p>',
};
const MAIL_FROM = 'Leadwell <mail@example.com>';

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

interface SmtpServer {
  url: string;
  /** Lines of each session, in order. */
  sessions: string[][];
}

/** A loopback mail server that sends `replies` by SMTP command and accepts all other commands. */
async function startSmtp(replies: Record<string, string> = {}): Promise<SmtpServer> {
  const sessions: string[][] = [];
  const server: Server = createServer((socket) => {
    const lines: string[] = [];
    sessions.push(lines);
    let inData = false;
    let rest = '';
    socket.on('error', () => {});
    socket.write('220 test ready\r\n');
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 queued\r\n');
          continue;
        }
        const verb = line.split(' ', 1)[0]!.toUpperCase();
        const reply = replies[verb];
        if (reply) socket.write(`${reply}\r\n`);
        else if (verb === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sessions };
}

function mailer(url: string) {
  const created = createMailer({ SMTP_URL: url, MAIL_FROM, DATA_DIR: '/nowhere' });
  open.push(() => created.close());
  return created;
}

describe('mail by SMTP', () => {
  it('follows RFC 5321 and sends text and HTML', async () => {
    const smtp = await startSmtp();
    await mailer(smtp.url).send(MAIL);
    const lines = smtp.sessions[0]!;
    expect(lines[0]).toMatch(/^EHLO /);
    expect(lines).toContain('MAIL FROM:<mail@example.com>');
    expect(lines).toContain('RCPT TO:<ada@example.com>');
    expect(lines).toContain('From: Leadwell <mail@example.com>');
    expect(lines).toContain('To: ada@example.com');
    expect(lines).toContain('Auto-Submitted: auto-generated');
    expect(lines.some((line) => line.startsWith('Content-Type: text/plain'))).toBe(true);
    expect(lines.some((line) => line.startsWith('Content-Type: text/html'))).toBe(true);
    // A line with a single dot doesn't end the mail (RFC 5321 §4.5.2).
    expect(lines).toContain('..');
  });

  it('sends to a single address with special characters', async () => {
    const smtp = await startSmtp();
    await mailer(smtp.url).send({ ...MAIL, to: "o'neil+x@example.com" });
    expect(smtp.sessions[0]!.filter((line) => line.startsWith('RCPT'))).toEqual([
      "RCPT TO:<o'neil+x@example.com>",
    ]);
  });

  it('distinguishes permanent from temporary failures', async () => {
    const refusing = await startSmtp({ RCPT: '550 no such mailbox' });
    await expect(mailer(refusing.url).send(MAIL)).rejects.toBeInstanceOf(MailRefused);
    const busy = await startSmtp({ RCPT: '451 try again' });
    await expect(mailer(busy.url).send(MAIL)).rejects.not.toBeInstanceOf(MailRefused);
    await expect(mailer('smtp://127.0.0.1:1').send(MAIL)).rejects.not.toBeInstanceOf(MailRefused);
  });
});

describe('mail without a server', () => {
  it('is written to the outbox as files that only the owner can read', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadwell-mail-'));
    open.push(() => rmSync(DATA_DIR, { recursive: true }));
    const outbox = createMailer({ MAIL_FROM, DATA_DIR });
    await Promise.all([outbox.send(MAIL), outbox.send(MAIL), outbox.send(MAIL)]);
    const names = readdirSync(join(DATA_DIR, 'outbox'));
    expect(names).toHaveLength(3);
    for (const name of names) {
      expect(name).toMatch(/^\d{4}-.*\.eml$/);
      const file = join(DATA_DIR, 'outbox', name);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(readFileSync(file, 'utf8')).toContain('To: ada@example.com');
    }
  });
});
