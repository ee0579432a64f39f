import { findUser, findUserByEmail } from '../../accounts/identity.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { createMailer, type Mail, MailRefused } from '../../platform/mail.ts';
import { type HeldMail, type MailJob, openMailQueue } from './mail-queue.ts';
import { LETTERS, writeMail } from './mail-texts.ts';
import { findEmailChange } from './one-time-store.ts';
import { createOneTimeTokens } from './one-time-token.ts';

const POLL_MS = 500;
const AT_ONCE = 10;

/** Sends the mails that were asked for until stopped. Links lead to `publicUrl`, whatever Host a request named. */
export async function startMailWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const queue = await openMailQueue(deps);
  const mailer = createMailer(deps.config);
  const write = mailWriter(deps);

  async function deliver(held: HeldMail): Promise<void> {
    try {
      for (const mail of await write(held.job)) await mailer.send(mail);
      await queue.remove(held);
    } catch (error) {
      const refused = error instanceof MailRefused;
      deps.log.error(
        { err: refused ? error.cause : error, mail: held.job.kind, attempt: held.attempt.retryCount + 1 },
        refused ? 'a mail was refused' : 'a mail could not be sent',
      );
      await (refused ? queue.remove(held) : queue.giveBack([held]));
    }
  }

  const stop = every(deps.testing?.pollMs ?? POLL_MS, async () => {
    try {
      for (;;) {
        const taken = await queue.take(AT_ONCE);
        if (taken.length === 0) return;
        await Promise.all(taken.map(deliver));
      }
    } catch (error) {
      deps.log.error({ err: error }, 'the mail queue could not be read');
    }
  });
  return {
    stop: async () => {
      await stop();
      mailer.close();
    },
  };
}

/** A job -> the mails it comes to: none where there is nobody to tell. */
function mailWriter(deps: Deps): (job: MailJob) => Promise<Mail[]> {
  const { db } = deps.database;
  const tokens = createOneTimeTokens(deps);
  const linkTo = (page: string, fields: Record<string, string>) =>
    `${deps.publicUrl}${page}?${new URLSearchParams(fields)}`;

  async function signInMail(email: string, accountId: string | null, data = {}): Promise<Mail[]> {
    const token = { purpose: 'sign-in' as const, email, accountId, userMetadata: data };
    const issued = await tokens.issue(token);
    if (!issued) return [];
    const url = linkTo('/confirm-email', { token_hash: issued.link, type: 'email' });
    return [writeMail(email, LETTERS.signIn(issued.code, url))];
  }

  async function emailChangeMail(accountId: string, email: string): Promise<Mail[]> {
    const issued = await tokens.issue({ purpose: 'email-change', email, accountId });
    if (!issued) return [];
    const url = linkTo('/confirm-email', { token_hash: issued.link, type: 'email_change' });
    return [writeMail(email, LETTERS.emailChange(issued.code, url))];
  }

  return async (job) => {
    switch (job.kind) {
      case 'recovery': {
        const user = await findUserByEmail(db, job.email);
        if (!user) return [];
        const issued = await tokens.issue({ purpose: 'recovery', email: job.email, accountId: user.id });
        if (!issued) return [];
        const url = linkTo('/reset-password', { token_hash: issued.link });
        return [writeMail(job.email, LETTERS.recovery(issued.code, url))];
      }
      case 'sign-in': {
        const user = await findUserByEmail(db, job.email);
        if (!user && !job.createUser) return [];
        return signInMail(job.email, user?.id ?? null, user ? {} : job.data);
      }
      case 'resend': {
        const user = await findUserByEmail(db, job.email);
        if (!user) return [];
        if (job.type === 'signup') {
          return user.email_confirmed_at ? [] : signInMail(job.email, user.id);
        }
        const change = await findEmailChange(db, user.id, new Date(deps.clock.now()));
        return change ? emailChangeMail(user.id, change.email) : [];
      }
      case 'confirmation': {
        const user = await findUser(db, job.accountId);
        if (!user || user.email_confirmed_at) return [];
        const { id: accountId, email } = user;
        const issued = await tokens.issue({ purpose: 'confirmation', email, accountId });
        return issued ? [writeMail(email, LETTERS.confirmation(issued.code))] : [];
      }
      case 'email-change': {
        const user = await findUser(db, job.accountId);
        // An address that has an account is told nothing, and neither is who asked: sign-up is where that is learnt.
        if (!user || (await findUserByEmail(db, job.email))) return [];
        return [
          ...(await emailChangeMail(user.id, job.email)),
          writeMail(user.email, LETTERS.emailChangeAsked(job.email)),
        ];
      }
      case 'email-changed':
        return [writeMail(job.to, LETTERS.emailChanged(job.newEmail))];
      case 'password-changed': {
        const user = await findUser(db, job.accountId);
        return user ? [writeMail(user.email, LETTERS.passwordChanged())] : [];
      }
    }
  };
}
