import { ENDED_WITH_PASSWORD } from '#contract/ended-access.ts';
import { MAILED_CODE_MINUTES } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { contactOperator } from '#contract/operator.ts';
import { plural, pluralForm } from '#contract/plural.ts';
import type { MailContent } from '../../platform/mail/mail-layout.ts';
import type { Act } from '../act.ts';
import { actFacts, type MailPages } from './account-mail-templates.ts';
import type { MailJob, SignInChange } from './mail-queue.ts';

const CODE_EXPIRES = `It expires in ${lifetime(MAILED_CODE_MINUTES)} and works only once.`;
const BOTH_EXPIRE = bothExpire(MAILED_CODE_MINUTES);
const IGNORE = "If you didn't request this email, you can ignore it. Nothing will change.";
const ACCOUNT_CHANGED = 'You get this email because your Leadwell account uses this address.';

const SIGN_IN_CHANGES: Readonly<Record<SignInChange, { heading: string; text: string }>> = {
  'two-factor-on': {
    heading: 'Two-factor login is on',
    text: 'Your Leadwell account now asks for a code from your authenticator app every time you log in. Keep your recovery codes in a safe place.',
  },
  'two-factor-off': {
    heading: 'Two-factor login is off',
    text: 'Your Leadwell account no longer asks for a code from your authenticator app.',
  },
  'recovery-code-used': {
    heading: 'A recovery code was used',
    text: "Someone logged in to your Leadwell account with one of your recovery codes. The code can't be used again.",
  },
  'google-connected': {
    heading: 'Google is connected',
    text: 'A Google account can now log in to your Leadwell account.',
  },
  'google-disconnected': {
    heading: 'Google is disconnected',
    text: 'Your Google account can no longer log in to your Leadwell account.',
  },
  'microsoft-connected': {
    heading: 'Microsoft is connected',
    text: 'A Microsoft account can now log in to your Leadwell account.',
  },
  'microsoft-disconnected': {
    heading: 'Microsoft is disconnected',
    text: 'Your Microsoft account can no longer log in to your Leadwell account.',
  },
  'password-ended': {
    heading: 'Your old password was removed',
    text: `You have confirmed that this email address is yours. The account already had a password, which you or someone else had set. To be safe, we removed it, so no one else can log in with it, and turned off ${ENDED_WITH_PASSWORD}. You can set a new one.`,
  },
};

type TaskEnd = Extract<MailJob, { kind: 'task-ended' }>;

const TASK_ENDS: Readonly<
  Record<TaskEnd['end'], { subject: string; heading: string; next: readonly string[] }>
> = {
  completed: { subject: 'your task is done', heading: 'Your task is done', next: [] },
  failed: {
    subject: 'your task failed',
    heading: 'Your task failed',
    next: ['The results so far are saved. You can resume the task.'],
  },
  user: { subject: 'your task stopped', heading: 'Your task stopped', next: [] },
  credits: {
    subject: 'your task ran out of credits',
    heading: 'Your task ran out of credits',
    next: ['The results so far are saved. Once you have credits again, you can resume the task.'],
  },
  budget: {
    subject: 'your task used up the budget of its API key',
    heading: 'Your task used up the budget of its API key',
    next: ['The results so far are saved. You can resume the task in Leadwell, without the key.'],
  },
  cap: {
    subject: 'your run reached its limit',
    heading: 'Your run reached its limit',
    next: ['The results so far are saved. You can raise the limit and resume the run.'],
  },
  time: {
    subject: 'your task reached its time limit',
    heading: 'Your task reached its time limit',
    next: ['The results so far are saved. You can resume the task.'],
  },
};

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** When and where it was done, and what to do if it wasn't the owner. */
function securityParts(
  act: Act | undefined,
  { reset }: MailPages,
  next: string,
): Pick<MailContent, 'facts' | 'button' | 'unexpected'> {
  return {
    facts: actFacts(act),
    button: { label: 'Reset your password', url: reset },
    unexpected: `If this wasn't you, reset your password now with the link. ${next}`,
  };
}

const ALL_ACCESS_ENDED =
  'Because someone else may have had access, your other logins with Google or Microsoft, your API keys, the connections of assistants and extensions, and the addresses that add rows to lists or report bounces have ended. Webhooks are disabled, schedules are paused, and lists don’t run new rows by themselves. Check them before you turn them on again.';

function lifetime(minutes: number): string {
  return minutes === 60 ? 'one hour' : plural(minutes, 'minute');
}

function bothExpire(minutes: number): string {
  return `Both expire in ${lifetime(minutes)} and work only once.`;
}

/** The mails that the server sends. */
export const MAIL_TEMPLATES = {
  recovery: (code: string, url: string): MailContent => ({
    subject: 'Reset your Leadwell password',
    heading: 'Reset your password',
    paragraphs: [
      `Choose a new password with the link or the code. ${BOTH_EXPIRE}`,
      `A new password logs out your other sessions. If you have one now, it also turns off ${ENDED_WITH_PASSWORD}.`,
    ],
    button: { label: 'Reset password', url },
    code,
    unexpected: IGNORE,
    reason:
      'You get this email because someone asked to reset the password of the account with this address.',
  }),
  signIn: (code: string, url: string): MailContent => ({
    subject: 'Your Leadwell login link',
    heading: 'Log in to Leadwell',
    paragraphs: [
      `Log in with the link, or enter the code on the page where you requested it. ${BOTH_EXPIRE}`,
    ],
    button: { label: 'Log in', url },
    code,
    unexpected: IGNORE,
    reason: 'You get this email because someone asked to log in to Leadwell with this address.',
  }),
  confirmation: (code: string, { settings }: MailPages): MailContent => ({
    subject: 'Confirm your email address for Leadwell',
    heading: 'Confirm your email address',
    paragraphs: [`Enter this code in your Leadwell settings. ${CODE_EXPIRES}`, MESSAGES.settings.endsAccess],
    button: { label: 'Open your settings', url: settings },
    code,
    unexpected:
      "If you didn't request this email, someone else signed up with your address. Don't share the code. To take over the account, reset its password on the login page.",
    reason: "You get this email because a Leadwell account uses this address and it isn't confirmed yet.",
  }),
  emailChange: (code: string, url: string, minutes = MAILED_CODE_MINUTES): MailContent => ({
    subject: 'Confirm your new email address for Leadwell',
    heading: 'Confirm your new email address',
    paragraphs: [
      `Open the link to use this address for your Leadwell account, or enter the code in your settings. ${bothExpire(minutes)}`,
      MESSAGES.settings.endsAccess,
    ],
    button: { label: 'Confirm email address', url },
    code,
    unexpected: IGNORE,
    reason: 'You get this email because someone asked to use this address for their Leadwell account.',
  }),
  emailChangeRequested: (newEmail: string, act: Act | undefined, pages: MailPages): MailContent => ({
    subject: 'Your Leadwell email address is about to change',
    heading: 'Your email address is about to change',
    paragraphs: [
      `Someone who is logged in to your Leadwell account asked to change its email address to ${newEmail}. The change takes effect when the new address is confirmed.`,
    ],
    ...securityParts(act, pages, 'This cancels the change and logs everyone else out.'),
    reason: ACCOUNT_CHANGED,
  }),
  emailChanged: (
    newEmail: string,
    act: Act | undefined,
    { operator, operatorEmail }: MailPages,
  ): MailContent => ({
    subject: 'Your Leadwell email address has changed',
    heading: 'Your email address has changed',
    paragraphs: [`Your Leadwell account now uses ${newEmail}. You can no longer log in with this address.`],
    facts: actFacts(act),
    button: { label: 'Contact the operator', url: operator },
    unexpected: `If this wasn't you, act right away. ${contactOperator(operatorEmail)}`,
    reason: 'You get this email because your Leadwell account used this address until now.',
  }),
  accountDeleted: (act: Act | undefined, { operator, operatorEmail }: MailPages): MailContent => ({
    subject: 'Your Leadwell account has been deleted',
    heading: 'Your account has been deleted',
    paragraphs: ['Your account and all its data have been deleted. Any subscription was canceled.'],
    facts: actFacts(act),
    button: { label: 'Contact the operator', url: operator },
    unexpected: `If this wasn't you, ask the operator for help. ${contactOperator(operatorEmail)}`,
    reason: 'You get this email because a Leadwell account used this address until now.',
  }),
  signInChanged: (change: SignInChange, act: Act | undefined, pages: MailPages): MailContent => ({
    subject: `Leadwell: ${SIGN_IN_CHANGES[change].heading}`,
    heading: SIGN_IN_CHANGES[change].heading,
    paragraphs: [SIGN_IN_CHANGES[change].text],
    ...securityParts(act, pages, 'Then check how you log in under Settings.'),
    reason: ACCOUNT_CHANGED,
  }),
  taskEnded: (task: TaskEnd, url: string): MailContent => ({
    subject: `${task.title}: ${TASK_ENDS[task.end].subject}`,
    heading: TASK_ENDS[task.end].heading,
    paragraphs: [
      `${task.title} worked through ${count(task.processed)} of ${count(task.total)} ${pluralForm(task.total, 'item')} and found ${count(task.found)}.`,
      ...TASK_ENDS[task.end].next,
    ],
    button: { label: 'Open the results', url },
    unexpected: 'To stop these emails, change your notification settings.',
    reason: 'You get this email because you asked Leadwell to tell you when a long task ends.',
  }),
  passwordChanged: (
    { recovered, act }: { recovered: boolean; act?: Act | undefined },
    pages: MailPages,
  ): MailContent => ({
    subject: 'Your Leadwell password has changed',
    heading: 'Your password has changed',
    paragraphs: [
      'The password of your Leadwell account was changed, and all other sessions were logged out.',
      ...(recovered ? [ALL_ACCESS_ENDED] : []),
    ],
    ...securityParts(act, pages, 'This logs everyone else out.'),
    reason: ACCOUNT_CHANGED,
  }),
};
