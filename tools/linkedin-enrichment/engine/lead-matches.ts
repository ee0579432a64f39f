import { addressFlags } from '#engines/email-address/address-flags.ts';
import type { LinkedinProfile } from '#engines/list-items/linkedin.ts';
import { isNickname } from './draft.ts';
import type { PersonFacts } from './person-facts.ts';
import { canBeSameName, isSameCompany, plainKey } from './same-person.ts';
import { isOtherProfile } from './same-profile.ts';

/** A lead of the operator's databases. */
export interface LeadPerson {
  /** the database, as people know it: "Apollo database" */
  source: string;
  /** the date of the data, ISO 8601 */
  at: string;
  facts: PersonFacts;
}

/** Leads of one person, the most recent first, or why there are none that can be used. */
export interface LeadMatch {
  leads: readonly LeadPerson[];
  problem: string | null;
}

/** Leads of one name at one company. With so many, they aren't compared: they are of several people. */
export const MAX_NAMESAKES = 100;
const NONE: LeadMatch = { leads: [], problem: null };

/**
 * The leads with a profile's URL. If they name different people, the list's name decides; without one, none of
 * them is used: the URL may have changed hands, or a file may have mixed up its rows.
 */
export function leadsOfProfile(
  found: readonly LeadPerson[],
  profile: LinkedinProfile,
  name: string | null,
): LeadMatch {
  const own = newestFirst(found.filter(({ facts }) => facts.profiles.includes(profile.key)));
  const named = name === null ? own : own.filter(({ facts }) => fits(facts.name, name));
  const names = named.flatMap(({ facts }) => facts.name ?? []);
  if (own.length > 0 && named.length === 0)
    return { leads: [], problem: `Not used: the lead databases name ${own[0]?.facts.name} for this profile` };
  // Each with each: "J. Doe" fits Jane and John.
  if (!names.every((name, index) => names.slice(index + 1).every((other) => fits(name, other))))
    return { leads: [], problem: 'Not used: the lead databases name different people for this profile' };
  return { leads: named, problem: null };
}

/** A person as far as a row knows them. */
export interface KnownPerson {
  name: string;
  company: string;
  profile: Pick<LinkedinProfile, 'key'>;
  /** all their emails, in lower case */
  emails: ReadonlySet<string>;
}

/**
 * The leads with exactly this name at this company, if they are of one person who isn't known to have another
 * profile or email. Namesakes at one company can't be told apart, so none of them is used.
 */
export function leadByName(found: readonly LeadPerson[], person: KnownPerson): LeadMatch {
  if (found.length >= MAX_NAMESAKES) return problem('too many leads have this name at this company');
  const people = peopleIn(withName(found, person));
  const [only, ...others] = people;
  if (!only) return NONE;
  if (others.length > 0) return problem(`${people.length} leads have this name at this company`);
  const { profile, emails } = person;
  if (only.some(({ facts }) => isOtherProfile(profile.key, facts.profiles)))
    return problem('the only lead with this name at this company has another profile');
  const isOwn = only.some(({ facts }) => facts.profiles.includes(profile.key) || hasEmail(facts, emails));
  if (!isOwn && emails.size > 0 && only.some(({ facts }) => facts.email !== null))
    return problem('the only lead with this name at this company has another email');
  return { leads: newestFirst(only), problem: null };
}

/** Whether leads show that someone else has this name at this company, so that an email could be theirs. */
export function hasNamesake(found: readonly LeadPerson[], person: KnownPerson): boolean {
  if (found.length >= MAX_NAMESAKES) return true;
  const { profile, emails } = person;
  const people = peopleIn(withName(found, person));
  const others = people.filter(
    (leads) =>
      !leads.some(({ facts }) => facts.profiles.includes(profile.key) || hasEmail(facts, emails)) ||
      leads.some(({ facts }) => isOtherProfile(profile.key, facts.profiles)),
  );
  if (others.some((leads) => leads.some(({ facts }) => isOtherProfile(profile.key, facts.profiles))))
    return true;
  // One lead that could be this person isn't known to be another.
  return others.length > 0 && people.length > 1;
}

function withName(
  found: readonly LeadPerson[],
  { name, company }: Pick<KnownPerson, 'name' | 'company'>,
): LeadPerson[] {
  return found.filter(
    ({ facts }) =>
      plainKey(facts.name ?? '') === plainKey(name) && isSameCompany(facts.company ?? '', company),
  );
}

function problem(reason: string): LeadMatch {
  return { leads: [], problem: `Not used: ${reason}` };
}

/** Leads by person: those with the same profile or email are one person, all others are different people. */
function peopleIn(leads: readonly LeadPerson[]): LeadPerson[][] {
  let people: LeadPerson[][] = [];
  for (const lead of leads) {
    const same = people.filter((person) => person.some((known) => isOne(known, lead)));
    people = [...people.filter((person) => !same.includes(person)), [...same.flat(), lead]];
  }
  return people;
}

function isOne({ facts: one }: LeadPerson, { facts: other }: LeadPerson): boolean {
  if (one.profiles.some((key) => other.profiles.includes(key))) return true;
  if (one.profiles.some((key) => isOtherProfile(key, other.profiles))) return false;
  const email = one.email?.toLowerCase() ?? '';
  const [mailbox = '', domain = ''] = email.split('@');
  // Colleagues share info@.
  return email !== '' && !addressFlags(mailbox, domain).role && email === other.email?.toLowerCase();
}

function hasEmail({ email }: LeadPerson['facts'], emails: ReadonlySet<string>): boolean {
  return email !== null && emails.has(email.toLowerCase());
}

function fits(name: string | null, otherName: string): boolean {
  return name === null || canBeSameName(name, otherName, isNickname);
}

function newestFirst(leads: readonly LeadPerson[]): LeadPerson[] {
  return [...leads].sort((a, b) => b.at.localeCompare(a.at));
}
