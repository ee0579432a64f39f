import { countryKeys, countryOfName } from '#engines/country-names/country-names.ts';
import { type Bind, foldedList, hasWords, type SearchedText, wordPatterns } from './word-search.ts';

/**
 * A condition: a lead is in one of the places. All parts of "Austin, USA" must be among its words, which can have the state between
 * them. A cell with only the country can also have its ISO code. `country`: SQL of the key of the country.
 */
export function isInPlace(
  searched: SearchedText,
  country: string,
  places: readonly string[],
  bind: Bind,
): string {
  const { name } = searched;
  const all = places.map(placeParts);
  const single = all.flatMap((parts) => (parts.length === 1 ? parts : []));
  const several = all.filter((parts) => parts.length > 1);
  const found: string[] = [];
  if (single.length > 0 || several.length === 0) found.push(hasWords(searched, single, bind));
  const countries = single.filter((place) => countryOfName(place) !== null).flatMap(countryKeys);
  if (countries.length > 0)
    found.push(`${country} IN ${bind(`${name}_country`, 'Array(String)', countries)}`);
  if (several.length > 0) {
    const hasRarest = hasWords({ ...searched, name: `${name}_rarest` }, rarestParts(several), bind);
    found.push(`(${hasRarest}) AND ${hasAllParts(searched, country, several, bind)}`);
  }
  return found.join(' OR ');
}

/** "Austin, TX, USA" -> its parts. A country whose name has a comma is one. */
function placeParts(place: string): string[] {
  const parts = place
    .split(',')
    .map((part) => part.trim())
    .filter((part) => wordPatterns(part, 'place').length > 0);
  return parts.length < 2 || countryOfName(place) !== null ? [place] : parts;
}

/** Of each place the part that fewest of them have, which is in few rows, and a country only if it has no others. All different. */
function rarestParts(places: readonly (readonly string[])[]): string[] {
  const counts = new Map<string, number>();
  for (const part of places.flat()) counts.set(part, (counts.get(part) ?? 0) + 1);
  const rarest = places.flatMap((parts) => {
    const smaller = parts.filter((part) => countryOfName(part) === null);
    const [first] = smaller.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
    return first ?? parts[0] ?? [];
  });
  return [...new Set(rarest)];
}

/** Between the texts of one value, because a statement binds no lists of lists. No word has it. */
const BETWEEN = '|';

/** Each part is looked for once in a row, because many places end with the same country. */
function hasAllParts(
  { name, words }: SearchedText,
  country: string,
  places: readonly (readonly string[])[],
  bind: Bind,
): string {
  const parts = [...new Set(places.flat())];
  const patterns = parts.map((part) => wordPatterns(part, 'place').join(BETWEEN));
  const keys = parts.map((part) => (countryOfName(part) === null ? [] : countryKeys(part)).join(BETWEEN));
  const wanted = places.map((of) => of.map((part) => parts.indexOf(part) + 1).join(BETWEEN));
  const split = (list: string) => `arrayMap(value -> splitByChar('${BETWEEN}', value), ${list})`;
  const bound = (kind: string, values: string[]) => split(bind(`${name}_${kind}`, 'Array(String)', values));
  const hasText = `arrayExists(text -> text != '' AND position(${words}, text) > 0, texts)`;
  const numbers = bind(
    `${name}_part_numbers`,
    'Array(String)',
    parts.map((_, index) => String(index + 1)),
  );
  // The few parts that a row has are compared with each place, because the engine copies the list for each of them.
  const found = `arrayFilter((number, texts, keys) -> ${hasText} OR ${country} != '' AND has(keys, ${country}), ${numbers}, ${split(foldedList(`${name}_parts`, patterns, bind))}, ${bound('part_countries', keys)})`;
  return `arrayExists(found -> arrayExists(place -> hasAll(found, place), ${bound('of_parts', wanted)}), [${found}])`;
}
