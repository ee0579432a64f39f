import { parseLoosely, strings } from '../html/structured-data.ts';
import type { WrittenPerson } from './found-person.ts';

const MAX_NODES = 5000;
const MAX_DEPTH = 40;
/** Properties whose people don't work for the organization of the page, or aren't there to be contacted. */
const OTHERS =
  /^(?:review|reviews|comment|author|creator|contributor|editor|publisher|reviewedBy|alumni|attendee|performer|actor|sponsor|spouse|knows|customer|about|mentions|byArtist|director|copyrightHolder|accountablePerson)$/;

/** The people of `application/ld+json` scripts who have a job or a contact, and no other employer. */
export function jsonLdPeople(bodies: readonly string[], siteNames: readonly string[]): WrittenPerson[] {
  const people: WrittenPerson[] = [];
  const own = new Set(siteNames.map(plain));
  let nodes = 0;
  const visit = (node: unknown, depth: number): void => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item, depth + 1);
      return;
    }
    const record = node as Record<string, unknown>;
    const types = strings(record['@type']);
    if (types.some((type) => /Review|Comment|Rating/.test(type))) return;
    if (types.includes('Person')) {
      const person = readPerson(record, own);
      if (person) people.push(person);
    }
    for (const [key, value] of Object.entries(record))
      if (!OTHERS.test(plainKey(key))) visit(value, depth + 1);
  };
  for (const body of bodies) visit(parseLoosely(body), 0);
  return people;
}

function readPerson(record: Record<string, unknown>, own: ReadonlySet<string>): WrittenPerson | null {
  const of = (name: string): string[] => strings(record[name] ?? record[`schema:${name}`]);
  const name = of('name')[0] ?? [of('givenName')[0], of('familyName')[0]].filter(Boolean).join(' ');
  const employer = [record.worksFor]
    .flat()
    .flatMap((each) => strings((each as { name?: unknown } | null)?.name));
  if (employer.length > 0 && !employer.some((each) => own.has(plain(each)))) return null;
  const person = {
    name,
    title: of('jobTitle')[0] ?? null,
    emails: of('email'),
    phones: of('telephone'),
    profiles: [...of('sameAs'), ...of('url')],
  };
  return person.title !== null || person.emails.length > 0 ? person : null;
}

function plainKey(key: string): string {
  return key.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '');
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
