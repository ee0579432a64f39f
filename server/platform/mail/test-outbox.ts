import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A parsed mail from the outbox. */
export interface ReadMail {
  to: string;
  subject: string;
  text: string;
  /** the code in it */
  code: string;
  /** the first link in it; empty if there is none */
  link: string;
  /** the link's one-time token */
  token: string;
}

/** All mails in the outbox of a data folder, oldest first. */
export function readOutbox(dataDir: string): ReadMail[] {
  let names: string[];
  try {
    names = readdirSync(join(dataDir, 'outbox'));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .map((name) => readMail(readFileSync(join(dataDir, 'outbox', name), 'utf8')));
}

/** Parses a message written by nodemailer. */
function readMail(message: string): ReadMail {
  const lines = message.replaceAll('\r\n', '\n');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(lines)?.[1] ?? '';
  const plain = /Content-Type: text\/plain[^\n]*\n(?:[^\n]+\n)*\n([\s\S]*?)\n----_NmP/.exec(lines)?.[1] ?? '';
  const text = plain
    .replaceAll('=\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
  return {
    to: header('To'),
    subject: header('Subject'),
    text,
    code: /Code: (\d+)/.exec(text)?.[1] ?? '',
    link,
    token: link ? (new URL(link).searchParams.get('token_hash') ?? '') : '',
  };
}
