import { MAILED_CODE_MINUTES } from '#contract/limits.ts';
import type { Mail } from '../../platform/mail.ts';

/** What a mail tells: paragraphs, and between them a code, a link, or both. */
interface Letter {
  subject: string;
  greeting: string;
  code?: string;
  link?: { label: string; url: string };
  closing: string;
}

const HOLDS = `It holds for ${MAILED_CODE_MINUTES === 60 ? 'one hour' : `${MAILED_CODE_MINUTES} minutes`} and can be used once.`;
const NOT_YOU = 'If you did not ask for this, ignore this email: nothing changes.';

/** Every mail of /auth/v1, its subject and its words. */
export const LETTERS = {
  recovery: (code: string, url: string): Letter => ({
    subject: 'Set a new Leadwell password',
    greeting: `Somebody, hopefully you, asked to set a new password for your Leadwell account. Open this link to do so. ${HOLDS}`,
    link: { label: 'Set a new password', url },
    code,
    closing: NOT_YOU,
  }),
  signIn: (code: string, url: string): Letter => ({
    subject: 'Your Leadwell sign-in link',
    greeting: `Open this link to sign in to Leadwell, or enter the code where you asked for it. ${HOLDS}`,
    link: { label: 'Sign in', url },
    code,
    closing: NOT_YOU,
  }),
  confirmation: (code: string): Letter => ({
    subject: 'Confirm your email address for Leadwell',
    greeting: `Enter this code in your Leadwell settings to confirm that this address is yours. ${HOLDS}`,
    code,
    closing:
      'If you did not ask for this, somebody else signed up with your address. Tell nobody the code; to take the account over, use "Forgot password" on the login page.',
  }),
  emailChange: (code: string, url: string): Letter => ({
    subject: 'Confirm your new email address for Leadwell',
    greeting: `A Leadwell account is to use this address from now on. Open this link, or enter the code in the settings, to agree. ${HOLDS}`,
    link: { label: 'Use this address', url },
    code,
    closing: NOT_YOU,
  }),
  emailChangeAsked: (newEmail: string): Letter => ({
    subject: 'Your Leadwell email address is about to change',
    greeting: `Somebody who is signed in to your Leadwell account asked to change its address to ${newEmail}. It changes once that address is confirmed.`,
    closing:
      'If this was not you, set a new password now with "Forgot password" on the login page: it logs everybody else out and ends the change.',
  }),
  emailChanged: (newEmail: string): Letter => ({
    subject: 'Your Leadwell email address has changed',
    greeting: `Your Leadwell account now uses the address ${newEmail}. This address no longer signs in.`,
    closing: 'If this was not you, answer to whoever operates this service at once.',
  }),
  passwordChanged: (): Letter => ({
    subject: 'Your Leadwell password has changed',
    greeting: 'The password of your Leadwell account was changed, and other sessions were logged out.',
    closing: 'If this was not you, set a new one now with "Forgot password" on the login page.',
  }),
};

/** A letter -> plain text, and the same as simple HTML without pictures or anything fetched. */
export function writeMail(to: string, { subject, greeting, code, link, closing }: Letter): Mail {
  const text = [greeting, link?.url, code && `Code: ${code}`, closing].filter(Boolean).join('\n\n');
  const html = [
    paragraph(escapeHtml(greeting)),
    link && paragraph(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`),
    code && paragraph(`Code: <strong style="font-size:20px;letter-spacing:2px">${code}</strong>`),
    paragraph(escapeHtml(closing)),
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
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? '');
}
