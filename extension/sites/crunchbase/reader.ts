import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  asRecord,
  collectRows,
  firstText,
  makeRow,
  marksNamed,
  markText,
  oneLine,
  parsedJson,
  type Reading,
  type Seen,
  segment,
  siteLink,
  valueAt,
  walk,
  websiteAmong,
  webUrl,
} from '../../core/reading.ts';
import type { crunchbase } from './site.ts';

type Column = (typeof crunchbase.columns)[number];
const NOT_WEBSITES = /(?:^|\.)(?:crunchbase|linkedin|twitter|x|facebook)\.com$/;
type Fields = Readonly<Record<string, unknown>>;

/** Reads companies of Crunchbase: the state in a company's page or in a search, and the rows of a search. */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<Column>> {
  for (const text of cut.states) yield* organizations(text);
  for (const card of cut.cards) yield searchRow(card);
}

function organizations(text: string): Seen<Column>[] {
  const value = parsedJson(text) ?? parsedJson(unescaped(text));
  if (value === undefined) return [null];
  const seen: Seen<Column>[] = [];
  walk(value, (node) => {
    if (Array.isArray(node)) return false;
    const { cards, properties, entities } = asRecord(node);
    if (Array.isArray(entities)) {
      for (const entity of entities) seen.push(organization(asRecord(valueAt(entity, 'properties'))));
      return true;
    }
    if (typeof cards !== 'object' || cards === null) return false;
    const fields = mergeFields(cards, asRecord(properties));
    if (isOrganization(fields) || isOrganization(asRecord(properties))) seen.push(organization(fields));
    return true;
  });
  return seen;
}

/** The older generation stores JSON with its own escapes of markup characters. */
function unescaped(text: string): string {
  const characters: Record<string, string> = { q: '"', s: "'", l: '<', g: '>', a: '&' };
  return text.replace(/&([qslga]);/g, (_, name: string) => characters[name] ?? '');
}

/** The fields of all cards of a company's page. The company's own properties win, then the first card. */
function mergeFields(cards: object, properties: Fields): Fields {
  const fields: Record<string, unknown> = { ...properties };
  for (const card of Object.values(cards)) {
    for (const [name, value] of Object.entries(asRecord(card))) fields[name] ??= value;
  }
  return fields;
}

/** Searches also find people, events and so on. An entry without a kind is a company if it has a permalink. */
function entityKind(fields: Fields): string {
  return firstText(valueAt(fields.identifier, 'entity_def_id'), fields.entity_def_id);
}

function isOrganization(fields: Fields): boolean {
  const kind = entityKind(fields);
  return kind === 'organization' || (kind === '' && valueAt(fields.identifier, 'permalink') !== undefined);
}

function organization(fields: Fields): Seen<Column> {
  if (entityKind(fields) !== '' && !isOrganization(fields)) return 'ignored';
  const permalink = oneLine(valueAt(fields.identifier, 'permalink'));
  return makeRow(
    [permalink],
    'name',
    {
      name: firstText(valueAt(fields.identifier, 'value'), fields.title, fields.name),
      website: websiteAmong(
        [valueAt(fields.website, 'value'), fields.website_url, fields.website],
        NOT_WEBSITES,
      ),
      email: firstText(fields.contact_email, valueAt(fields.contact_email, 'value')),
      phone: firstText(fields.phone_number, valueAt(fields.phone_number, 'value')),
      description: firstText(fields.short_description, fields.description),
      categories: listValues(fields.categories).join('; '),
      location: places(fields.location_identifiers),
      employees: employees(fields.num_employees_enum),
      funding_total_usd: firstText(
        valueAt(fields.funding_total, 'value_usd'),
        valueAt(fields.equity_funding_total, 'value_usd'),
      ),
      founded: firstText(valueAt(fields.founded_on, 'value'), fields.founded_on),
      linkedin: siteLink(firstText(valueAt(fields.linkedin, 'value'), fields.linkedin)),
      twitter: siteLink(firstText(valueAt(fields.twitter, 'value'), fields.twitter)),
      facebook: siteLink(firstText(valueAt(fields.facebook, 'value'), fields.facebook)),
      profile_url: permalink && `https://www.crunchbase.com/organization/${encodeURIComponent(permalink)}`,
    },
    {
      website: firstText(valueAt(fields.website, 'value'), fields.website_url, fields.website),
      funding_total_usd: valueAt(fields.funding_total, 'value'),
    },
  );
}

/** The values of a list of entries. */
function listValues(list: unknown): string[] {
  return Array.isArray(list)
    ? list.map((entry) => firstText(valueAt(entry, 'value'), entry)).filter(Boolean)
    : [];
}

const CONTINENT = /^(?:Africa|Antarctica|Asia|Europe|North America|Oceania|South America)$/;

/** The places from the city to the country, without the continent. */
function places(value: unknown): string {
  const written = Array.isArray(value)
    ? value.filter((place) => valueAt(place, 'location_type') !== 'continent')
    : [];
  return withoutContinent(listValues(written));
}

function withoutContinent(parts: readonly string[]): string {
  return (CONTINENT.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts).join(', ');
}

/** `c_00051_00100` is "51-100", `c_10001_max` is "10001+". */
function employees(value: unknown): string {
  const parts = /^c_0*(\d+)_(?:0*(\d+)|max)$/.exec(oneLine(value));
  if (!parts) return oneLine(value);
  return parts[2] ? `${parts[1]}-${parts[2]}` : `${parts[1]}+`;
}

/** A row of a search, with the columns that the user chose. */
function searchRow(card: CutCard): Seen<Column> {
  const url = card.links
    .map((link) => webUrl(link.href))
    .find((found) => found && segment(found, 0) === 'organization');
  const permalink = url ? segment(url, 1) : '';
  const cell = (id: string) => {
    const text = oneLine(marksNamed(card, 'column').find((mark) => mark.value === id)?.text);
    // An empty cell shows a dash.
    return /[\p{L}\d]/u.test(text) ? text : '';
  };
  const link = (host: string) =>
    siteLink(card.links.find(({ href }) => webUrl(href)?.hostname.replace(/^www\./, '') === host)?.href);
  return makeRow(
    [permalink],
    'name',
    {
      name: firstText(cell('identifier'), markText(card, 'name'), card.texts[0]),
      website: firstText(
        siteLink(cell('website')),
        websiteAmong(
          card.links.map(({ href }) => href),
          NOT_WEBSITES,
        ),
      ),
      email: cell('contact_email'),
      phone: cell('phone_number'),
      description: cell('short_description'),
      categories: cell('categories').replace(/\s*,\s*/g, '; '),
      location: withoutContinent(cell('location_identifiers').split(/\s*,\s*/)),
      employees: cell('num_employees_enum'),
      funding_total_usd: /^(?:US)?\$([\d,]+)$/.exec(cell('funding_total'))?.[1]?.replace(/,/g, ''),
      founded: cell('founded_on'),
      linkedin: link('linkedin.com'),
      twitter: link('twitter.com') || link('x.com'),
      facebook: link('facebook.com'),
      profile_url: permalink && `https://www.crunchbase.com/organization/${encodeURIComponent(permalink)}`,
    },
    {
      website: cell('website'),
      location: cell('location_identifiers'),
      funding_total_usd: cell('funding_total'),
    },
  );
}
