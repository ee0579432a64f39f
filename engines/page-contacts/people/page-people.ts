import { companySite } from '#engines/list-items/company-site.ts';
import { mailtoEmails } from '../emails/encoded-email.ts';
import { FREE_MAIL } from '../emails/free-mail.ts';
import { isRoleWord } from '../emails/spelled-out-words.ts';
import type { PageSource } from '../html/page-source.ts';
import type { Found } from '../page-contacts.ts';
import { toSocialProfile } from '../socials/social-profile.ts';
import { cardPeople } from './card-people.ts';
import type { FoundPerson, WrittenPerson } from './found-person.ts';
import { jsonLdPeople } from './json-ld-people.ts';
import { markedPeople } from './marked-people.ts';
import { isNameLine } from './name-line.ts';
import { withoutShared } from './shared-contacts.ts';

const MAX_PEOPLE = 200;
const MIN_DIGITS = 6;

/** What else the page shows. */
interface PageFacts {
  html: string;
  /** names of the site and of its organizations */
  siteNames: readonly string[];
  emails: readonly Found[];
  phones: readonly Found[];
  /** E.164 */
  faxes: readonly string[];
  /** of the page's site */
  ownDomains: readonly string[];
}

/**
 * The people of a page who work there and can be contacted, distinct by name, in order of first appearance. Rather none than a
 * wrong one: authors, customers and departments are left out. Each has an email, a phone or a profile. A mailbox or number
 * that two people share belongs to none of them.
 */
export function pagePeople(source: PageSource, facts: PageFacts, expired: () => boolean): FoundPerson[] {
  const read = (people: WrittenPerson[], from: FoundPerson['source']): FoundPerson[] =>
    people.filter(({ name }) => isNameLine(name)).map((person) => toFound(person, from, facts));
  const all = [
    ...read(jsonLdPeople(source.jsonLd, facts.siteNames), 'json-ld'),
    ...read(markedPeople(facts.html, expired), 'microdata'),
    ...read(cardPeople(source, new Set(facts.emails.map(({ value }) => value)), expired), 'text'),
  ];
  const byName = new Map<string, FoundPerson>();
  for (const person of all) {
    const key = person.name.toLowerCase();
    const known = byName.get(key);
    if (known) byName.set(key, merge(known, person));
    else if (byName.size < MAX_PEOPLE) byName.set(key, person);
  }
  return withoutOthers(withoutShared([...byName.values()]), facts.ownDomains);
}

/**
 * If someone has a mailbox on the domain of the site, those with one on another domain work elsewhere: at an agency, or for a
 * partner. Mailboxes of free providers don't say it.
 */
function withoutOthers(people: readonly FoundPerson[], ownDomains: readonly string[]): FoundPerson[] {
  const domainOf = (email: string): string => companySite(email.slice(email.lastIndexOf('@') + 1)) ?? '';
  const isOwn = ({ email }: FoundPerson): boolean => email !== null && ownDomains.includes(domainOf(email));
  const isElsewhere = (person: FoundPerson): boolean =>
    person.email !== null && !isOwn(person) && !FREE_MAIL.has(domainOf(person.email));
  return people.some(isOwn) ? people.filter((person) => !isElsewhere(person)) : [...people];
}

function toFound(
  { name, title, emails, phones, profiles }: WrittenPerson,
  source: FoundPerson['source'],
  facts: PageFacts,
): FoundPerson {
  const email = emails
    .flatMap(mailtoEmails)
    .find(({ local, placeholder }) => !placeholder && !isRoleWord(local));
  const profile = profiles.map(toSocialProfile).find((each) => each?.personal);
  return {
    name,
    title,
    email: email?.address ?? null,
    phone: phones.flatMap((written) => phoneOf(written, facts) ?? [])[0] ?? null,
    profile: profile?.url ?? null,
    source,
  };
}

/** A number of the page that ends in the digits of a written one. */
function phoneOf(written: string, { phones, faxes }: PageFacts): string | null {
  const digits = written.replace(/\(0\)/g, '').replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < MIN_DIGITS) return null;
  const phone = phones.find(({ value }) => value.endsWith(digits))?.value ?? null;
  return phone !== null && faxes.includes(phone) ? null : phone;
}

function merge(known: FoundPerson, other: FoundPerson): FoundPerson {
  return {
    ...known,
    title: known.title ?? other.title,
    email: known.email ?? other.email,
    phone: known.phone ?? other.phone,
    profile: known.profile ?? other.profile,
  };
}
