import { cutText } from '#contract/cut-text.ts';
import { linkedinKey } from '#engines/list-items/linkedin.ts';

/** What a source says about one person. Missing facts are null. */
export interface PersonFacts {
  name: string | null;
  title: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  location: string | null;
  /** website of the company */
  website: string | null;
  /** keys of the LinkedIn profiles that the source names for the person */
  profiles: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

const MAX_NODES = 5000;
const MAX_DEPTH = 12;
const MAX_CHARS = 300;

/**
 * The person of a JSON-LD document (schema.org): a Person at the top, in `@graph`, or the `mainEntity` of a page.
 * Authors, colleagues and commenters further inside are other people. With several persons, the one with the
 * wanted profile (`wanted`: its key); null if it can't be told which.
 */
export function personOfJsonLd(documents: readonly unknown[], wanted: string | null): PersonFacts | null {
  const persons = documents.flatMap((document) => personsIn(document)).map(personFacts);
  const own = wanted === null ? [] : persons.filter(({ profiles }) => profiles.includes(wanted));
  const [first] = own;
  if (first) return first;
  return persons.length === 1 ? (persons[0] ?? null) : null;
}

function personsIn(document: unknown): Json[] {
  const found: Json[] = [];
  let nodes = 0;
  const visit = (value: unknown, depth: number): void => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) {
      for (const child of value) visit(child, depth + 1);
      return;
    }
    if (!isObject(value)) return;
    if (schemaTypes(value).includes('Person')) {
      found.push(value);
      return;
    }
    for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage', 'data', 'result'])
      visit(value[key], depth + 1);
  };
  visit(document, 0);
  return found;
}

function personFacts(person: Json): PersonFacts {
  const names = [text(person.givenName), text(person.familyName)].filter((part) => part !== null).join(' ');
  const [job, ...others] = list(person.worksFor).filter(isObject);
  const current = [job, ...others].find((employer) => employer && !isEnded(employer)) ?? null;
  return {
    name: text(person.name) ?? (names || null),
    // With an ended job first, the title may be of that job.
    title: job === undefined || current === job ? firstText(person.jobTitle) : null,
    company: current
      ? text(current.name)
      : typeof person.worksFor === 'string'
        ? text(person.worksFor)
        : null,
    email: plainEmail(firstText(person.email) ?? findContact(person, 'email')),
    phone: firstText(person.telephone) ?? findContact(person, 'telephone'),
    location: placeText(person.address) ?? placeText(person.homeLocation) ?? placeText(person.workLocation),
    website: current ? companyWebsite(current) : null,
    profiles: profileUrls(person),
  };
}

/** Whether a job is over: LinkedIn's pages put dates into `member`. */
function isEnded(job: Json): boolean {
  const member = isObject(job.member) ? job.member : {};
  return text(job.endDate) !== null || text(member.endDate) !== null || typeof member.endDate === 'number';
}

function findContact(person: Json, field: 'email' | 'telephone'): string | null {
  for (const point of list(person.contactPoint)) {
    const value = isObject(point) ? firstText(point[field]) : null;
    if (value !== null) return value;
  }
  return null;
}

function plainEmail(written: string | null): string | null {
  const email = written?.replace(/^mailto:/i, '').trim() ?? '';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null;
}

function placeText(value: unknown): string | null {
  if (typeof value === 'string') return text(value);
  const [place] = list(value).filter(isObject);
  if (!place) return null;
  if (isObject(place.address) || typeof place.address === 'string') return placeText(place.address);
  const country = isObject(place.addressCountry) ? place.addressCountry.name : place.addressCountry;
  const parts = [text(place.addressLocality), text(place.addressRegion), text(country)].filter(
    (part) => part !== null,
  );
  const [last = ''] = parts.slice(-1);
  // "Berlin, Germany" with the country DE needs no second country.
  const distinct = parts.filter((part, index) => index === 0 || !parts[0]?.includes(part));
  const shown = parts.length > 1 && last.length === 2 && parts[0]?.includes(',') ? [parts[0]] : distinct;
  return cutText(shown.join(', '), MAX_CHARS) || text(place.name);
}

/** The company's own website, not its page on LinkedIn. */
function companyWebsite(company: Json): string | null {
  const urls = [...list(company.url), ...list(company.sameAs)].map(text).filter((url) => url !== null);
  return urls.find((url) => !/linkedin\.(?:com|cn)/i.test(url)) ?? null;
}

function profileUrls(person: Json): string[] {
  const urls = [
    person['@id'],
    ...list(person.url),
    ...list(person.sameAs),
    person.linkedinUrl,
    person.mainEntityOfPage,
  ];
  return [...new Set(urls.flatMap((url) => (typeof url === 'string' ? (linkedinKey(url) ?? []) : [])))];
}

function schemaTypes(value: Json): string[] {
  return list(value['@type'])
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : value === undefined || value === null ? [] : [value];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstText(value: unknown): string | null {
  for (const element of list(value)) {
    const found = text(element);
    if (found !== null) return found;
  }
  return null;
}

/** One line of text. Public pages mask words with asterisks for visitors who aren't signed in. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .slice(0, 4 * MAX_CHARS)
    .replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ')
    .trim();
  const clean = cutText(line, MAX_CHARS);
  return clean === '' || /\*{3,}/.test(clean) ? null : clean;
}
