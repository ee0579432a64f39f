import type { EmailAddress } from '../emails/email-address.ts';
import { cloudflareEmails, cloudflareHex, MAILTO, mailtoEmails } from '../emails/encoded-email.ts';
import { findEmails } from '../emails/find-emails.ts';
import { findObfuscatedEmails } from '../emails/obfuscated-email.ts';
import { type PageSource, SEAM, withoutMarks } from '../html/page-source.ts';
import { toSocialProfile } from '../socials/social-profile.ts';
import type { WrittenPerson } from './found-person.ts';
import { isJobTitle } from './job-title.ts';
import { isNamedAfter, isNameLine } from './name-line.ts';

/** Length of the text between a name and what belongs to it. */
const CARD_CHARS = 600;
/** The texts between a name and its job title. */
const TITLE_DISTANCE = 2;
/** Length of the text between the contacts of one person. */
const NEAR_CHARS = 120;
const MAX_PIECES = 20_000;
const MAX_NAMED = 500;

/** A text between two tags or lines. */
interface Piece {
  text: string;
  start: number;
}

/** A name with a job title beside it. */
interface Named {
  name: string;
  title: string;
  start: number;
  end: number;
  /** where the names before and after it start: -1 and the length of the text if there are none */
  previous: number;
  next: number;
}

/** A contact of the page, and where it is. */
interface Contact {
  kind: 'email' | 'profile' | 'phone';
  value: string;
  /** the mailbox or the name of the profile; '' for a phone */
  account: string;
  at: number;
}

/**
 * The people of cards and tables: a name, a job title beside it, and near them an email or a profile that is named after this
 * person. A phone counts only between a name and the next one, and only if the contacts of the page come after their names.
 * `pageEmails`: the addresses of the page; others are decoys.
 */
export function cardPeople(
  source: PageSource,
  pageEmails: ReadonlySet<string>,
  expired: () => boolean,
): WrittenPerson[] {
  const named = namedPieces(piecesOf(source.text), source.text.length, expired);
  if (named.length === 0) return [];
  const contacts = contactsOf(source).filter(({ kind, value }) => kind !== 'email' || pageEmails.has(value));
  const cards = named.map((person) => ({
    ...person,
    own: expired() ? [] : contacts.filter((contact) => isOwn(person, contact)),
  }));
  const followsNames = cards.every(({ own, start }) => own.every(({ at }) => at >= start));
  const hasOwn = cards.some(({ own }) => own.length > 0);
  return cards.flatMap(({ own, ...person }) => {
    const phones = followsNames && hasOwn ? phonesOf(person, own, contacts, source.text.length) : [];
    if (own.length === 0 && phones.length === 0) return [];
    const of = (kind: Contact['kind']): string[] =>
      own.flatMap((contact) => (contact.kind === kind ? [contact.value] : []));
    return [{ name: person.name, title: person.title, emails: of('email'), phones, profiles: of('profile') }];
  });
}

/** The phones between a name and the next one. The last name of a page is followed by the footer. */
function phonesOf(
  { end, next }: Named,
  own: readonly Contact[],
  contacts: readonly Contact[],
  length: number,
): string[] {
  const until = Math.min(next, end + CARD_CHARS);
  return contacts
    .filter(({ kind, at }) => kind === 'phone' && at >= end && at < until)
    .filter(({ at }) => next < length || own.some((contact) => Math.abs(contact.at - at) < NEAR_CHARS))
    .map(({ value }) => value);
}

/** Whether a contact is named after a person, with no other name between. */
function isOwn(person: Named, { kind, account, at }: Contact): boolean {
  if (kind === 'phone' || at < person.start - CARD_CHARS || at > person.end + CARD_CHARS) return false;
  // A link without text, such as an icon, is where the next name starts.
  return at > person.previous && at <= person.next && isNamedAfter(account, person.name);
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const separator = new RegExp(`[\\n\\t${SEAM}]+|$`, 'g');
  let from = 0;
  for (const match of text.matchAll(separator)) {
    const piece = withoutMarks(text.slice(from, match.index)).trim();
    if (/\p{L}/u.test(piece)) pieces.push({ text: piece, start: from });
    from = match.index + match[0].length;
    if (pieces.length >= MAX_PIECES) break;
  }
  return pieces;
}

/** The names that a job title follows: in the same text after a comma or dash, or in one of the next texts. */
function namedPieces(pieces: readonly Piece[], length: number, expired: () => boolean): Named[] {
  const names: number[] = [];
  const found: { person: Omit<Named, 'previous' | 'next'>; index: number }[] = [];
  const isName: boolean[] = [];
  for (const [index, { text }] of pieces.entries()) {
    if (index % 64 === 0 && expired()) break;
    isName.push(isNameLine(text));
  }
  for (const [index, { text, start }] of pieces.entries()) {
    if (index >= isName.length || found.length >= MAX_NAMED) break;
    const [, before = '', rest = ''] = /^(.{3,60}?)(?:,\s|\s[–—|-]\s)(.{2,80})$/u.exec(text) ?? [];
    // Contacts may follow the job in the same line.
    const [after = ''] = rest.split(/\s[–—|]\s/u);
    const inLine = before !== '' && isNameLine(before) && isJobTitle(after);
    if (!inLine && !isName[index]) continue;
    names.push(start);
    const title = inLine ? null : titleAfter(pieces, isName, index);
    const end = title ? title.start + title.text.length : start + text.length;
    const person = inLine ? { name: before, title: after } : title && { name: text, title: title.text };
    if (person) found.push({ person: { ...person, start, end }, index: names.length - 1 });
  }
  return found.map(({ person, index }) => ({
    ...person,
    previous: names[index - 1] ?? -1,
    next: names[index + 1] ?? length,
  }));
}

function titleAfter(pieces: readonly Piece[], isName: readonly boolean[], index: number): Piece | null {
  for (let at = index + 1; at <= index + TITLE_DISTANCE; at += 1) {
    const piece = pieces[at];
    if (!piece || isName[at]) return null;
    if (isJobTitle(piece.text)) return piece;
  }
  return null;
}

function contactsOf(source: PageSource): Contact[] {
  const contacts: Contact[] = [];
  const addEmails = (emails: readonly EmailAddress[], at: number): void => {
    for (const { address, local } of emails)
      contacts.push({ kind: 'email', value: address, account: local, at });
  };
  for (const { href, start, tag } of source.links) {
    if (tag !== 'a') continue;
    const hex = cloudflareHex(href);
    if (hex) addEmails(cloudflareEmails(hex), start);
    else if (MAILTO.test(href)) addEmails(mailtoEmails(href), start);
    else if (/^\s*tel:/i.test(href))
      contacts.push({ kind: 'phone', value: href.replace(/^\s*tel:/i, ''), account: '', at: start });
    else {
      const profile = toSocialProfile(href);
      if (profile?.personal)
        contacts.push({ kind: 'profile', value: profile.url, account: profile.username, at: start });
    }
  }
  for (const { value, index } of source.cloudflare) addEmails(cloudflareEmails(value), index);
  for (const email of [...findEmails(source.text), ...findObfuscatedEmails(source.text)])
    addEmails([email], email.index);
  return contacts;
}
