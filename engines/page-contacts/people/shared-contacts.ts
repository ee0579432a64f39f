import type { FoundPerson } from './found-person.ts';

type Contacts = Pick<FoundPerson, 'email' | 'phone' | 'profile'>;

/** People without the mailboxes, numbers and profiles that two of them have, and without those who then have none. */
export function withoutShared<Person extends Contacts>(people: readonly Person[]): Person[] {
  return people
    .map((person) => ({
      ...person,
      email: alone(people, person, 'email'),
      phone: alone(people, person, 'phone'),
      profile: alone(people, person, 'profile'),
    }))
    .filter(({ email, phone, profile }) => email !== null || phone !== null || profile !== null);
}

/** The value of a person, unless another one has it, too. */
function alone<Person extends Contacts>(
  people: readonly Person[],
  person: Person,
  field: keyof Contacts,
): string | null {
  const value = person[field];
  return people.some((other) => other !== person && other[field] === value) ? null : value;
}
