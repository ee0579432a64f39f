import type { EmailAddress } from '../emails/email-address.ts';
import { cloudflareEmails, cloudflareHex, MAILTO, mailtoEmails } from '../emails/encoded-email.ts';
import { findEmails } from '../emails/find-emails.ts';
import { type PageSource, SEAM, withoutMarks } from '../html/page-source.ts';
import { toSocialProfile } from '../socials/social-profile.ts';
import type { WrittenPerson } from './found-person.ts';
import { isJobTitle } from './job-title.ts';
import { isNamedAfter, isNameLine } from './name-line.ts';

/** Length of the text between a name and what belongs to it. */
const CARD_CHARS = 600;
/** The texts between a name and its job title. */
const TITLE_DISTANCE = 2;
const MAX_PIECES = 20_000;

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
 */
export function cardPeople(source: PageSource, expired: () => boolean): WrittenPerson[] {
  const pieces = piecesOf(source.text);
  const named = namedPieces(pieces, expired);
  if (named.length === 0) return [];
  const names = pieces.filter(({ text }) => isNameLine(text)).map(({ start }) => start);
  const contacts = contactsOf(source);
  const owned = named.map((person) => ownContacts(person, names, contacts));
  const isAfter = (person: Named, { at }: Contact): boolean => at >= person.start;
  const all = owned.flatMap((list, index) => list.map((contact) => isAfter(named[index]!, contact)));
  const followsNames = all.length > 0 && all.every((after) => after);
  return named.flatMap((person, index) => {
    const mine = owned[index] ?? [];
    const next = names.find((start) => start > person.start) ?? source.text.length;
    const until = Math.min(next, person.end + CARD_CHARS);
    const phones = followsNames
      ? contacts.filter(({ kind, at }) => kind === 'phone' && at >= person.end && at < until)
      : [];
    // The last name of a page is followed by the footer.
    const isLast = next === source.text.length;
    const sure = phones.filter(
      ({ at }) => !isLast || mine.some((contact) => Math.abs(contact.at - at) < 120),
    );
    if (mine.length === 0 && sure.length === 0) return [];
    const of = (kind: Contact['kind']): string[] =>
      mine.flatMap((contact) => (contact.kind === kind ? [contact.value] : []));
    return [
      {
        name: person.name,
        title: person.title,
        emails: of('email'),
        phones: sure.map(({ value }) => value),
        profiles: of('profile'),
      },
    ];
  });
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
function namedPieces(pieces: readonly Piece[], expired: () => boolean): Named[] {
  const found: Named[] = [];
  for (const [index, { text, start }] of pieces.entries()) {
    if (index % 64 === 0 && expired()) break;
    const [, before = '', after = ''] = /^(.{3,60}?)(?:,\s|\s[–—|-]\s)(.{2,80})$/u.exec(text) ?? [];
    if (before && isNameLine(before) && isJobTitle(after)) {
      found.push({ name: before, title: after, start, end: start + text.length });
      continue;
    }
    if (!isNameLine(text)) continue;
    for (const { text: next, start: at } of pieces.slice(index + 1, index + 1 + TITLE_DISTANCE)) {
      if (isNameLine(next)) break;
      if (!isJobTitle(next)) continue;
      found.push({ name: text, title: next, start, end: at + next.length });
      break;
    }
  }
  return found;
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
  for (const email of findEmails(source.text)) addEmails([email], email.index);
  return contacts;
}

/** The contacts named after a person, with no other name between. */
function ownContacts(person: Named, names: readonly number[], contacts: readonly Contact[]): Contact[] {
  return contacts.filter(({ kind, account, at }) => {
    if (kind === 'phone' || at < person.start - CARD_CHARS || at > person.end + CARD_CHARS) return false;
    const isBetween = names.some((start) =>
      at >= person.start ? start > person.start && start <= at : start < person.start && start > at,
    );
    return !isBetween && isNamedAfter(account, person.name);
  });
}
