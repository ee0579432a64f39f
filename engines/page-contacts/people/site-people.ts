import { foldText } from '#engines/country-names/folded-text.ts';
import { plainName } from '#engines/person-names/person-name.ts';
import type { PageContacts } from '../page-contacts.ts';
import type { FoundPerson } from './found-person.ts';
import { withoutShared } from './shared-contacts.ts';

/** A person of a site, with the first page that shows them. null: no page says it. */
export interface SitePerson extends Omit<FoundPerson, 'source'> {
  page: string;
}

/**
 * The people of a site's pages, in order of first appearance, at most `most`. What pages say about the same name is
 * joined; the first page that says it wins. A mailbox, number or profile of two people belongs to neither, also if each page
 * shows only one of them.
 */
export function sitePeople(
  pages: readonly Pick<PageContacts, 'url' | 'people'>[],
  most: number,
): SitePerson[] {
  const byName = new Map<string, SitePerson>();
  for (const { url, people } of pages)
    for (const { source: _, ...person } of people) {
      const key = personKey(person.name);
      const known = byName.get(key);
      if (!known) byName.set(key, { ...person, page: url ?? '' });
      else {
        known.title ??= person.title;
        known.email ??= person.email;
        known.phone ??= person.phone;
        known.profile ??= person.profile;
      }
    }
  return firstPeople(withoutShared([...byName.values()]), most);
}

/** The same for a name with or without titles, accents and capitals. */
function personKey(name: string): string {
  const { first, last } = plainName({ first: name, last: '' });
  return foldText(`${first} ${last}`).replace(/\s+/g, ' ').trim();
}

/** At most `most` of the people: those with an email before others. They stay in their order. */
export function firstPeople<Person extends Pick<SitePerson, 'email'>>(
  people: readonly Person[],
  most: number,
): Person[] {
  const withEmail = people.filter(({ email }) => email !== null);
  const others = people.filter(({ email }) => email === null);
  const kept = new Set([...withEmail, ...others].slice(0, most));
  return people.filter((person) => kept.has(person));
}
