import { MAILED_CODE_MINUTES } from '#contract/limits.ts';
import type { Mail } from '../../platform/mail.ts';

/** The content of a mail: text above and below an optional code and link. */
interface MailContent {
  subject: string;
  body: string;
  code?: string;
  link?: { label: string; url: string };
  footer: string;
}

const LIFETIME = MAILED_CODE_MINUTES === 60 ? 'one hour' : `${MAILED_CODE_MINUTES} minutes`;
const CODE_EXPIRES = `It expires in ${LIFETIME} and works only once.`;
const BOTH_EXPIRE = `They expire in ${LIFETIME} and work only once.`;
const IGNORE = "If you didn't request this email, you can ignore it. Nothing will change.";
const RESET_PASSWORD = 'reset your password now: click "Forgot password?" on the login page.';

/** The mails that /auth/v1 sends. */
export const MAIL_TEMPLATES = {
  recovery: (code: string, url: string): MailContent => ({
    subject: 'Reset your Leadwell password',
    body: `We received a request to reset the password of your Leadwell account. Use the link or the code below to choose a new password. ${BOTH_EXPIRE}`,
    link: { label: 'Reset password', url },
    code,
    footer: IGNORE,
  }),
  signIn: (code: string, url: string): MailContent => ({
    subject: 'Your Leadwell login link',
    body: `Open the link below to log in to Leadwell, or enter the code on the page where you requested it. ${BOTH_EXPIRE}`,
    link: { label: 'Log in', url },
    code,
    footer: IGNORE,
  }),
  confirmation: (code: string): MailContent => ({
    subject: 'Confirm your email address for Leadwell',
    body: `Enter this code in your Leadwell settings to confirm your email address. ${CODE_EXPIRES}`,
    code,
    footer:
      'If you didn\'t request this email, someone else signed up with your address. Don\'t share the code. To take over the account, click "Forgot password?" on the login page.',
  }),
  emailChange: (code: string, url: string): MailContent => ({
    subject: 'Confirm your new email address for Leadwell',
    body: `We received a request to use this email address for a Leadwell account. To confirm it, open the link below or enter the code in your Leadwell settings. ${BOTH_EXPIRE}`,
    link: { label: 'Confirm email address', url },
    code,
    footer: IGNORE,
  }),
  emailChangeRequested: (newEmail: string): MailContent => ({
    subject: 'Your Leadwell email address is about to change',
    body: `Someone signed in to your Leadwell account asked to change its email address to ${newEmail}. The change takes effect when the new address is confirmed.`,
    footer: `If this wasn't you, ${RESET_PASSWORD} This cancels the change and logs everyone else out.`,
  }),
  emailChanged: (newEmail: string): MailContent => ({
    subject: 'Your Leadwell email address has changed',
    body: `Your Leadwell account now uses ${newEmail}. You can no longer log in with this address.`,
    footer: "If this wasn't you, contact the operator of your Leadwell server right away.",
  }),
  passwordChanged: (): MailContent => ({
    subject: 'Your Leadwell password has changed',
    body: 'The password of your Leadwell account was changed, and all other sessions were logged out.',
    footer: `If this wasn't you, ${RESET_PASSWORD}`,
  }),
};

/** Renders a mail as plain text and as simple HTML without images or remote content. */
export function renderMail(to: string, { subject, body, code, link, footer }: MailContent): Mail {
  const text = [body, link?.url, code && `Code: ${code}`, footer].filter(Boolean).join('\n\n');
  const html = [
    paragraph(escapeHtml(body)),
    link && paragraph(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`),
    code && paragraph(`Code: <strong style="font-size:20px;letter-spacing:2px">${code}</strong>`),
    paragraph(escapeHtml(footer)),
    paragraph('Leadwell'),
  ];
  return {
    to,
    subject,
    text: `${text}\n\nLeadwell\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em">${html.filter(Boolean).join('')}</body></html>`,
  };
}

function paragraph(content: string): string {
  return `<p>${content}</p>`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
