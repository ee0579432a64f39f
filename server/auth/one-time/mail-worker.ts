import { findUser, findUserByEmail } from '../../accounts/identity.ts';
import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { createFailureLog } from '../../platform/failure-log.ts';
import { createMailer, deleteOldMail, type Mail, MailRefused } from '../../platform/mail/mail.ts';
import { type MailContent, renderMail } from '../../platform/mail/mail-layout.ts';
import { firstErrorLine } from '../../platform/operator-error.ts';
import { pollIntervalMs } from '../../platform/queue/queue.ts';
import { createMailLimits } from '../mail-limits.ts';
import { ACCOUNT_MAILS, mailPages } from './account-mail-templates.ts';
import { queueDueMails } from './due-mails.ts';
import { erasedPersonMail, openPerson } from './erased-person.ts';
import { type ActiveMail, type MailJob, openMailQueue } from './mail-queue.ts';
import { MAIL_TEMPLATES } from './mail-templates.ts';
import { findEmailChange } from './one-time-store.ts';
import { createOneTimeTokens } from './one-time-token.ts';
import { SCHEDULE_MAILS } from './schedule-mail-templates.ts';

const POLL_MS = 500;
const BATCH_SIZE = 10;
const RETENTION_MS = 60 * 60_000;
const DAY_MS = 86_400_000;

/** Sends queued mails until stopped. Links use `publicUrl`, never the Host header of a request. */
export async function startMailWorker(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const queue = await openMailQueue(deps);
  const mailer = createMailer(deps.config);
  const createMails = mailFactory(deps);
  const failures = createFailureLog(deps.clock.now);

  async function deliver(active: ActiveMail): Promise<void> {
    try {
      // A retry was counted before.
      const isRetry = active.attempt.retryCount > 0;
      for (const mail of await createMails(active.job, isRetry)) await mailer.send(mail);
      await queue.remove(active);
    } catch (error) {
      const refused = error instanceof MailRefused;
      const reason = firstErrorLine(refused ? error.cause : error);
      const details = { reason, mail: active.job.kind, attempt: active.attempt.retryCount + 1 };
      const message = refused ? 'mail server rejected the mail' : 'failed to send mail';
      failures.write(deps.log, 'error', `${message} ${reason}`, details, message);
      await (refused ? queue.remove(active) : queue.requeue([active]));
    }
  }

  async function deliverAll(stopping: AbortSignal): Promise<void> {
    try {
      await queueDueMails(deps.database, queue);
      // A mail whose process is killed after it was sent goes out twice.
      while (!stopping.aborted) {
        const taken = await queue.take(BATCH_SIZE);
        if (taken.length === 0) return;
        await Promise.all(taken.map(deliver));
      }
    } catch (error) {
      deps.log.error({ err: error }, 'failed to read the mail queue');
    }
  }

  const stop = every(pollIntervalMs(deps, POLL_MS), deliverAll, queue.onChange);
  const { OUTBOX_RETENTION_DAYS: days } = deps.config;
  const stopRetention = every(RETENTION_MS, async () => {
    if (days === undefined) return;
    try {
      await deleteOldMail(deps.config.DATA_DIR, new Date(deps.clock.now() - days * DAY_MS));
    } catch (error) {
      deps.log.error({ err: error }, 'could not delete old mail');
    }
  });
  return {
    stop: async () => {
      await Promise.all([stop(), stopRetention()]);
      mailer.close();
    },
  };
}

/**
 * Creates the mails of a job, and counts them unless it is a retry. A job without a matching account, with a
 * disabled one, or for a mailbox that got enough mail has none.
 */
function mailFactory(deps: Deps): (job: MailJob, isRetry: boolean) => Promise<Mail[]> {
  const { db } = deps.database;
  const tokens = createOneTimeTokens(deps);
  const limits = createMailLimits(deps);
  const render = (to: string, content: MailContent) => renderMail(to, content, deps.publicUrl);
  const pages = mailPages(deps.publicUrl, deps.config.OPERATOR_EMAIL);
  const linkTo = (page: string, fields: Record<string, string>) =>
    `${deps.publicUrl}${page}?${new URLSearchParams(fields)}`;

  async function signInMail(email: string, accountId: string | null, data = {}): Promise<Mail[]> {
    const token = { purpose: 'sign-in' as const, email, accountId, userMetadata: data };
    const issued = await tokens.issue(token);
    if (!issued) return [];
    const url = linkTo('/confirm-email', { token_hash: issued.link, type: 'email' });
    return [render(email, MAIL_TEMPLATES.signIn(issued.code, url))];
  }

  /** `until`: of the first mail about this change. Anyone can ask for it again. */
  async function emailChangeMail(
    accountId: string,
    change: { email: string; sessionId: string | null | undefined; until?: Date },
  ): Promise<Mail[]> {
    const { email, sessionId, until } = change;
    const issued = await tokens.issue({
      purpose: 'email-change',
      email,
      accountId,
      sessionId,
      expiresAt: until,
    });
    if (!issued) return [];
    const url = linkTo('/confirm-email', { token_hash: issued.link, type: 'email_change' });
    const minutes = until && Math.ceil((until.getTime() - deps.clock.now()) / 60_000);
    return [render(email, MAIL_TEMPLATES.emailChange(issued.code, url, minutes))];
  }

  return async (job, isRetry) => {
    /** Counts a mail, before it replaces the code of an earlier one. `exempt`: strangers can't cause it. */
    const mayMail = async (email: string, { exempt }: { exempt: boolean }): Promise<boolean> => {
      if (exempt || isRetry || (await limits.takeForMailbox(email))) return true;
      deps.log.warn({ mail: job.kind }, 'mail dropped: its mailbox got too many this hour');
      return false;
    };
    switch (job.kind) {
      case 'recovery': {
        const user = await findUserByEmail(db, job.email);
        if (!user || user.disabled_at || !(await mayMail(job.email, { exempt: job.byOwner }))) return [];
        const issued = await tokens.issue({ purpose: 'recovery', email: job.email, accountId: user.id });
        if (!issued) return [];
        const url = linkTo('/reset-password', { token_hash: issued.link });
        return [render(job.email, MAIL_TEMPLATES.recovery(issued.code, url))];
      }
      case 'sign-in': {
        const user = await findUserByEmail(db, job.email);
        if (user ? user.disabled_at : !job.createUser) return [];
        if (!(await mayMail(job.email, { exempt: job.byOwner }))) return [];
        return signInMail(job.email, user?.id ?? null, user ? {} : job.data);
      }
      case 'resend': {
        const user = await findUserByEmail(db, job.email);
        if (!user || user.disabled_at) return [];
        if (job.type === 'signup') {
          const wanted = !user.email_confirmed_at && (await mayMail(job.email, { exempt: false }));
          return wanted ? signInMail(job.email, user.id) : [];
        }
        const change = await findEmailChange(db, user.id, new Date(deps.clock.now()));
        if (!change || !(await mayMail(change.email, { exempt: false }))) return [];
        return emailChangeMail(user.id, {
          email: change.email,
          sessionId: change.session_id,
          until: change.expires_at,
        });
      }
      case 'confirmation': {
        const user = await findUser(db, job.accountId);
        if (!user || user.disabled_at || user.email_confirmed_at) return [];
        const { id: accountId, email } = user;
        if (!(await mayMail(email, { exempt: false }))) return [];
        const issued = await tokens.issue({ purpose: 'confirmation', email, accountId });
        return issued ? [render(email, MAIL_TEMPLATES.confirmation(issued.code, pages))] : [];
      }
      case 'welcome': {
        const user = await findUser(db, job.accountId);
        if (!user || user.disabled_at || user.email_confirmed_at) return [];
        const { id: accountId, email } = user;
        if (!(await mayMail(email, { exempt: false }))) return [];
        // Someone who already asked for a code has it in another mail. A new one would replace it.
        const issued = await tokens.issue({ purpose: 'confirmation', email, accountId, onlyFirst: !isRetry });
        return issued ? [render(email, ACCOUNT_MAILS.welcome(issued.code, pages))] : [];
      }
      case 'new-sign-in':
      case 'trial-ending':
      case 'webhook-disabled':
      case 'payment-failed': {
        const user = await findUser(db, job.accountId);
        if (!user || user.disabled_at || !(await mayMail(user.email, { exempt: false }))) return [];
        if (job.kind === 'new-sign-in') return [render(user.email, ACCOUNT_MAILS.newSignIn(job.act, pages))];
        if (job.kind === 'webhook-disabled')
          return [render(user.email, ACCOUNT_MAILS.webhookDisabled(job, pages))];
        if (job.kind === 'payment-failed') return [render(user.email, ACCOUNT_MAILS.paymentFailed(pages))];
        return [render(user.email, ACCOUNT_MAILS.trialEnding(job, pages))];
      }
      case 'email-change': {
        const user = await findUser(db, job.accountId);
        // If the new address has an account, neither side gets a mail: it would reveal that the account
        // exists.
        if (!user || user.disabled_at || (await findUserByEmail(db, job.email))) return [];
        if (!(await mayMail(job.email, { exempt: false }))) return [];
        const mails = await emailChangeMail(user.id, { email: job.email, sessionId: job.sessionId });
        if (mails.length === 0) return [];
        const notice = render(user.email, MAIL_TEMPLATES.emailChangeRequested(job.email, job.act, pages));
        const notify = await mayMail(user.email, { exempt: user.email_confirmed_at !== null });
        return [...mails, ...(notify ? [notice] : [])];
      }
      case 'email-changed': {
        const notice = render(job.to, MAIL_TEMPLATES.emailChanged(job.newEmail, job.act, pages));
        return (await mayMail(job.to, { exempt: job.confirmed })) ? [notice] : [];
      }
      case 'account-deleted':
        return [render(job.to, MAIL_TEMPLATES.accountDeleted(job.act, pages))];
      case 'task-ended': {
        const user = await findUser(db, job.accountId);
        if (!user || user.disabled_at || !(await mayMail(user.email, { exempt: false }))) return [];
        const content = MAIL_TEMPLATES.taskEnded(job, `${deps.publicUrl}${job.path}`);
        return [{ ...render(user.email, content), id: `task-${job.taskId}` }];
      }
      case 'schedule-ended':
      case 'schedule-paused': {
        const user = await findUser(db, job.accountId);
        if (!user || user.disabled_at || !(await mayMail(user.email, { exempt: false }))) return [];
        const url = `${deps.publicUrl}${job.path}`;
        if (job.kind === 'schedule-paused')
          return [render(user.email, SCHEDULE_MAILS.schedulePaused(job, url))];
        return [
          { ...render(user.email, SCHEDULE_MAILS.scheduleEnded(job, url)), id: `schedule-${job.runId}` },
        ];
      }
      case 'person-erased': {
        const user = await findUser(db, job.accountId);
        const person = openPerson(deps, job.accountId, job.sealed);
        // Only the operator causes it, and the account must learn of each person.
        if (!user || !person) return [];
        return [render(user.email, erasedPersonMail(person, job.where, deps.publicUrl))];
      }
      case 'password-changed':
      case 'sign-in-changed': {
        const user = await findUser(db, job.accountId);
        if (!user) return [];
        const exempt = user.email_confirmed_at !== null;
        if (!(await mayMail(user.email, { exempt }))) return [];
        const content =
          job.kind === 'password-changed'
            ? MAIL_TEMPLATES.passwordChanged(job, pages)
            : MAIL_TEMPLATES.signInChanged(job.change, job.act, pages);
        return [render(user.email, content)];
      }
    }
  };
}
