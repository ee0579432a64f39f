import { base64Decoded, mailtoEmails, percentDecoded } from './encoded-email.ts';
import type { TextEmail } from './find-emails.ts';

/** A link that writes a mail on a website: `https://mail.google.com/mail/?view=cm&to=info@acme.com`. */
const COMPOSE =
  /^https?:\/\/(?:mail\.google\.com|outlook\.(?:office(?:365)?|live)\.com|compose\.mail\.yahoo\.com)\/[^#]{0,200}?[?&]to=(?<to>[^&#]+)/i;
const CARD = /^data:text\/(?:x-)?vcard[^,]{0,60},/i;
const MAX_CARD_CHARS = 20_000;
const CARD_EMAIL = /^(?:item\d\.)?EMAIL[^:\n]{0,100}:(?<email>[^\r\n]{5,200})/gim;

/** Whether a link may be one that `addressedEmails` reads. */
export function isAddressed(href: string): boolean {
  return href.startsWith('data:text') || href.includes('to=');
}

/** The addresses of a link to a website for mail, or of a business card that a link has in it. */
export function addressedEmails(href: string): TextEmail[] {
  const to = COMPOSE.exec(href)?.groups?.to;
  if (to) return mailtoEmails(to);
  const head = CARD.exec(href)?.[0];
  if (!head) return [];
  const body = percentDecoded(href.slice(head.length, head.length + MAX_CARD_CHARS));
  const card = /;base64/i.test(head) ? base64Decoded(body) : body;
  return [...card.matchAll(CARD_EMAIL)].flatMap(({ groups }) => mailtoEmails(groups!.email!));
}
