import { domainsInText } from '#contract/domains-in-text.ts';
import { searchFieldLabel } from '#contract/people-search-fields.ts';

/** A query field of a people search URL with its distinct values, in order. */
export interface AddressField {
  name: string;
  /** what people call it */
  label: string;
  values: string[];
}

const PEOPLE_PAGE = /^\/?people(?:[/?]|$)/;

/**
 * Parses a people search URL (`https://app.apollo.io/#/people?...`). Its query is in the fragment, and arrays
 * repeat `x[]=`. Skips fields that only affect how the list is displayed. Returns null for any other URL.
 */
export function readAddress(address: string): AddressField[] | null {
  const url = apolloUrl(address.trim());
  const route = url && peopleRoute(url);
  if (!route) return null;
  return [...readQuery(route)]
    .filter(([name]) => !DISPLAY_FIELDS.has(name))
    .map(([name, values]) => ({ name, label: searchFieldLabel(name), values }));
}

/** Returns the Apollo URL, unwrapped from a redirect of a mail client or search engine, or null. */
function apolloUrl(text: string): URL | null {
  const url = webUrl(text);
  if (!url) return null;
  return [url, ...[...url.searchParams.values()].map(webUrl)].find(isApollo) ?? null;
}

function webUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function isApollo(url: URL | null): boolean {
  return url !== null && /(?:^|\.)apollo\.io$/.test(url.hostname);
}

/**
 * Returns path and query of the people page, from the fragment or the URL itself, or null for another page.
 */
function peopleRoute({ hash, pathname, search }: URL): string | null {
  const routes = hash.length > 1 ? [hash.slice(1), decodedAgain(hash.slice(1))] : [pathname + search];
  return routes.find((route) => PEOPLE_PAGE.test(route)) ?? null;
}

/** `?x[]=a&x[]=b&y=c`, brackets encoded or not -> x: [a, b], y: [c]. */
function readQuery(route: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  const index = route.indexOf('?');
  if (index < 0) return fields;
  for (const [rawName, rawValue] of new URLSearchParams(route.slice(index + 1))) {
    const name = decodedAgain(rawName).replace(/\[\d*\]$/, '');
    const value = decodedAgain(rawValue).trim();
    if (!value) continue;
    const values = fields.get(name) ?? [];
    if (!values.includes(value)) values.push(value);
    fields.set(name, values);
  }
  return fields;
}

/** URLs shared by email or chat are often encoded twice. */
function decodedAgain(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Fields that affect how the list is displayed, not what it contains. */
const DISPLAY_FIELDS = new Set([
  'page',
  'sortByField',
  'sortAscending',
  'recommendationConfigId',
  'uniqueUrlId',
  'tour',
  'finderViewId',
  'finderTableLayoutId',
  'prospectedByCurrentTeam',
  'includedOrganizationKeywordFields',
  'excludedOrganizationKeywordFields',
]);

/** People and companies that a search names directly. */
interface NamedTargets {
  emails: string[];
  profiles: string[];
  domains: string[];
}

/** Finds the emails, LinkedIn profiles and domains in the values of all fields. Most searches have none. */
export function namedTargets(fields: readonly AddressField[]): NamedTargets {
  const targets: NamedTargets = { emails: [], profiles: [], domains: [] };
  for (const { name, values } of fields) {
    for (const word of values.flatMap((value) => value.split(/[\s,;]+/))) {
      if (/^[^@]+@[^@]+\.[^@]+$/.test(word)) targets.emails.push(word);
      else if (/linkedin\.[a-z.]+\/in\//i.test(word)) targets.profiles.push(word);
      else if (/domain/i.test(name) && word.includes('.')) targets.domains.push(...domainsInText(word));
    }
  }
  return targets;
}
