import type { AddName } from './stated-names.ts';

const ORGANIZATION =
  /^(?:https?:\/\/schema\.org\/)?(?:\w*Organization|Corporation|\w*Business|\w*Store|\w*Agency|\w*Service|Brand|Airline|Hotel|Restaurant|Bakery|Dentist|Physician|Hospital|MedicalClinic|Attorney|Notary|School|CollegeOrUniversity|NGO|OnlineBusiness|OnlineStore|Library|Museum)$/;
/** The parent, members, reviewers and authors are other organizations. */
const PARTS_OF_PAGE = /^(?:@graph|mainEntity|publisher|about|isPartOf|itemListElement)$/;
const MAX_DEPTH = 8;
const MAX_NODES = 2_000;
const MAX_COUNTRY_CHARS = 60;

/**
 * Adds the names in the JSON-LD of a page, and returns the countries of the addresses as they are written. Broken JSON
 * has none.
 */
export function readCompanyData(json: string, add: AddName): string[] {
  const countries: string[] = [];
  let visited = 0;

  function visit(node: unknown, depth: number): void {
    visited += 1;
    if (depth > MAX_DEPTH || visited > MAX_NODES || typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      for (const child of node) visit(child, depth + 1);
      return;
    }
    const record = node as Record<string, unknown>;
    const types = [record['@type']].flat().filter((type) => typeof type === 'string');
    const isSite = types.includes('WebSite');
    if (isSite || types.some((type) => ORGANIZATION.test(type))) {
      for (const key of ['name', 'legalName', 'alternateName'])
        for (const name of [record[key]].flat())
          if (typeof name === 'string') add(isSite ? 'site-name' : 'json-ld', name);
      countries.push(...countriesOf(record.address));
    }
    for (const [key, value] of Object.entries(record)) if (PARTS_OF_PAGE.test(key)) visit(value, depth + 1);
  }

  try {
    visit(JSON.parse(json), 0);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return countries;
}

function countriesOf(addresses: unknown): string[] {
  return [addresses].flat().flatMap((address) => {
    if (typeof address !== 'object' || address === null) return [];
    const { addressCountry: country } = address as Record<string, unknown>;
    const code =
      typeof country === 'object' && country !== null ? (country as Record<string, unknown>).name : country;
    return typeof code === 'string' ? [code.slice(0, MAX_COUNTRY_CHARS)] : [];
  });
}
