import { canBeSameName, isSameCompany, plainKey } from '#engines/linkedin-profile/same-person.ts';
import type { LinkedinProfile } from '#engines/list-items/linkedin.ts';
import { isNickname, isOtherProfile } from './draft.ts';
import type { LeadPerson } from './linkedin-ports.ts';

/** Leads of one person, the most recent first, or why there are none that can be used. */
export interface LeadMatch {
  leads: readonly LeadPerson[];
  problem: string | null;
}

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
  const first = named.find(({ facts }) => facts.name !== null)?.facts.name ?? null;
  if (own.length > 0 && named.length === 0)
    return { leads: [], problem: `Not used: the lead databases name ${own[0]?.facts.name} for this profile` };
  if (first !== null && !named.every(({ facts }) => fits(facts.name, first)))
    return { leads: [], problem: 'Not used: the lead databases name different people for this profile' };
  return { leads: named, problem: null };
}

/**
 * The leads with exactly this name at this company, if they are of one person who isn't known to have another
 * profile. Namesakes at one company can't be told apart, so none of them is used.
 */
export function leadByName(
  found: readonly LeadPerson[],
  { name, company }: { name: string; company: string },
  profile: LinkedinProfile,
): LeadMatch {
  const same = found.filter(
    ({ facts }) =>
      plainKey(facts.name ?? '') === plainKey(name) && isSameCompany(facts.company ?? '', company),
  );
  const people = peopleIn(same);
  if (people.length === 0) return NONE;
  const [only, ...others] = people;
  if (!only || others.length > 0)
    return { leads: [], problem: `Not used: ${people.length} leads have this name at this company` };
  if (
    isOtherProfile(
      profile,
      only.flatMap(({ facts }) => facts.profiles),
    )
  )
    return {
      leads: [],
      problem: 'Not used: the only lead with this name at this company has another profile',
    };
  return { leads: newestFirst(only), problem: null };
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
  return one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase();
}

function fits(one: string | null, other: string): boolean {
  return one === null || canBeSameName(one, other, isNickname);
}

function newestFirst(leads: readonly LeadPerson[]): LeadPerson[] {
  return [...leads].sort((one, other) => other.at.localeCompare(one.at));
}
