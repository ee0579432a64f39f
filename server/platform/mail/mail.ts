import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

/** An outgoing mail. `to` is a single valid address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A mail with the same ID is the same mail, so that mail apps show it once if it is sent again. */
  id?: string;
}

export interface Mailer {
  /** Sends a mail. Throws MailRefused if a retry is pointless, and other errors for temporary failures. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * Deletes mails from the outbox that are older than a time, one by one. Other files stay. A missing folder is
 * an empty one.
 */
export async function deleteOldMail(dataDir: string, before: Date): Promise<void> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const file = join(folder, name);
    if (name.endsWith('.eml') && (await stat(file)).mtimeMs < before.getTime())
      await rm(file, { force: true });
  }
}

/** The mail server rejected the mail permanently (RFC 5321 §4.2.1: a reply code of 500 or above). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const SMTP_TIMEOUT_MS = 20_000;

/**
 * Sends through the operator's SMTP server. Without one, writes `.eml` files to `outbox` in the data folder.
 */
export function createMailer(config: { SMTP_URL?: string; MAIL_FROM: string; DATA_DIR: string }): Mailer {
  return config.SMTP_URL
    ? smtpMailer(config.SMTP_URL, config.MAIL_FROM)
    : outboxMailer(join(config.DATA_DIR, 'outbox'), config.MAIL_FROM);
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
  });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(message(mail, from));
      } catch (error) {
        if (isPermanent(error)) throw new MailRefused('The mail server rejected the mail', { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

function outboxMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    send: async (mail) => {
      const { message: content } = await transport.sendMail(message(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
      const unfinished = join(folder, `.${name}`);
      // Only the operator may read it, because its link opens an account. Renamed when complete, so no one
      // reads half of it.
      await writeFile(unfinished, content as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    close: () => transport.close(),
  };
}

function message({ to, subject, text, html, id }: Mail, from: string) {
  const host = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // As an object, so that nodemailer never parses it as a list.
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(id ? { messageId: `<${id}@${host}>` } : {}),
    // Prevents automatic replies (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
  // A rejected SMTP login is not permanent: the operator can fix it, so the mail is kept.
  return responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
