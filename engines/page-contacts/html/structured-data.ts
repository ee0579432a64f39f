import { BUSINESS_TYPES } from './business-types.ts';

const MAX_NODES = 5000;
const MAX_DEPTH = 40;

/** JSON-LD data about the organizations and people of a page (schema.org property names). */
export interface StructuredData {
  emails: string[];
  telephones: string[];
  faxes: string[];
  sameAs: string[];
  /** of people, such as authors */
  peopleSameAs: string[];
  /** names of organizations and of the site */
  names: string[];
  countries: string[];
  /** details of organizations that may show the page, by the names of schema.org, first ones first */
  organizations: Record<string, string>[];
  /** streets where an event or a job is */
  streetsOfEvents: string[];
}

const MAX_ORGANIZATIONS = 20;
const MAX_PLACES = 20;
const ORGANIZATION_KEYS = ['name', 'legalName', 'url', 'vatID', 'taxID', 'leiCode', 'iso6523Code'] as const;
const ADDRESS_KEYS = [
  'streetAddress',
  'postalCode',
  'addressLocality',
  'addressRegion',
  'addressCountry',
] as const;
/** Properties whose organizations aren't the one that shows the page. */
const OTHERS =
  /^(?:brand|manufacturer|organizer|performer|author|creator|reviewedBy|itemReviewed|sponsor|funder|hiringOrganization|memberOf|affiliation|alumniOf|worksFor|parentOrganization|subOrganization|location|customer|broker|provider|hasCredential|recognizedBy|citation|mentions|about|copyrightHolder)$/;

/** Where an event or a job is. */
const PLACES_OF_EVENTS = /^(?:location|jobLocation)$/;

/** The details of an organization and its address, as strings. */
function readOrganization(node: Record<string, unknown>): Record<string, string> {
  const details: Record<string, string> = {};
  const take = (from: Record<string, unknown>, keys: readonly string[]): void => {
    for (const key of keys) {
      const value = from[key] ?? from[`schema:${key}`];
      const named = (value as { name?: unknown } | null)?.name;
      const text = strings(value)[0] ?? strings(named)[0];
      if (text) details[key] ??= text;
    }
  };
  take(node, ORGANIZATION_KEYS);
  const address = Array.isArray(node.address) ? node.address[0] : node.address;
  if (typeof address === 'object' && address !== null) take(address as Record<string, unknown>, ADDRESS_KEYS);
  else if (typeof address === 'string') details.address = address;
  return details;
}

const ORGANIZATION = new RegExp(
  `Organi[sz]ation|Business|Corporation|Store|Restaurant|Hotel|Brand|WebSite|School|University|Clinic|Dentist|Physician|Attorney|Agency|Company|Contractor|Service$|^(?:${BUSINESS_TYPES})$`,
);

/**
 * Parses `application/ld+json` scripts with graphs, arrays and nested nodes of any shape. Skips broken JSON.
 */
export function readStructuredData(bodies: readonly string[]): StructuredData {
  const data: StructuredData = {
    emails: [],
    telephones: [],
    faxes: [],
    sameAs: [],
    peopleSameAs: [],
    names: [],
    countries: [],
    organizations: [],
    streetsOfEvents: [],
  };
  let nodes = 0;
  const visit = (node: unknown, depth: number, isOther: boolean, isPlace: boolean): void => {
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_DEPTH || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const item of node) visit(item, depth + 1, isOther, isPlace);
      return;
    }
    const record = node as Record<string, unknown>;
    const types = strings(record['@type']);
    // Authors of reviews and comments aren't contacts.
    const isReview = types.some((type) => /Review|Comment|Rating/.test(type));
    const isEvent = types.some((type) => type.endsWith('Event'));
    const hasPlace = isEvent || types.includes('JobPosting');
    const isOrganization = !isEvent && types.some((type) => ORGANIZATION.test(type) && type !== 'WebSite');
    const isPerson = types.includes('Person') && !isOrganization;
    if (isOrganization && !isOther && !isReview && data.organizations.length < MAX_ORGANIZATIONS)
      data.organizations.push(readOrganization(record));
    for (const [key, value] of Object.entries(record)) {
      if (isReview) continue;
      const name = key.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, '');
      if (name === 'email') data.emails.push(...strings(value));
      else if (name === 'telephone' || name === 'phone') data.telephones.push(...strings(value));
      else if (name === 'faxNumber') data.faxes.push(...strings(value));
      else if (name === 'sameAs') (isPerson ? data.peopleSameAs : data.sameAs).push(...strings(value));
      else if (name === 'streetAddress' && isPlace && data.streetsOfEvents.length < MAX_PLACES)
        data.streetsOfEvents.push(...strings(value));
      else if (name === 'addressCountry')
        data.countries.push(...strings(value), ...strings((value as { name?: unknown } | null)?.name));
      else if (name === 'name' && !isOther && !isEvent && types.some((type) => ORGANIZATION.test(type)))
        data.names.push(...strings(value));
      if (typeof value === 'object' && value !== null && !/^(?:review|comment|author)$/.test(name))
        visit(
          value,
          depth + 1,
          isOther || OTHERS.test(name),
          isPlace || (hasPlace && PLACES_OF_EVENTS.test(name)),
        );
    }
  };
  for (const body of bodies) {
    const parsed = parseLoosely(body);
    if (parsed !== undefined) visit(parsed, 0, false, false);
  }
  return data;
}

/** The strings of a value: itself, those of a list, or the text of `@value`. */
export function strings(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [value.trim()] : [];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value))
    return value.slice(0, 50).flatMap((item) => (typeof item === 'string' ? strings(item) : []));
  if (typeof value === 'object' && value !== null && '@value' in value) return strings(value['@value']);
  return [];
}

/** JSON of pages has some ten levels. V8 takes a third of a microsecond for each open bracket, twice if the text is broken. */
const MOST_LEVELS = 1000;

/** Whether JSON has more levels than any page needs. Brackets in strings don't count: they would hide as many levels. */
function isTooDeep(json: string): boolean {
  let levels = 0;
  let isString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    // A quotation mark, and in a string a "\" with the character after it
    if (code === 34) isString = !isString;
    else if (isString && code === 92) index += 1;
    // "[" and "{", and the "]" and "}" that close them
    else if (!isString && (code === 91 || code === 123)) levels += 1;
    else if (!isString && (code === 93 || code === 125)) levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
}

/**
 * Parses JSON in a comment or CDATA section, with raw line breaks in strings, or with a trailing comma or
 * semicolon. undefined: it is broken, or has over 1,000 levels.
 */
export function parseLoosely(body: string): unknown {
  const text = body
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>|;)\s*$/, '');
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    try {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: raw control characters inside strings are what breaks such JSON
      return JSON.parse(text.replace(/[\u0000-\u001f]+/g, ' ').replace(/,\s*([}\]])/g, '$1'));
    } catch {
      return undefined;
    }
  }
}
