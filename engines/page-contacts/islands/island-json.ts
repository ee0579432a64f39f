import { parseLoosely } from '../html/structured-data.ts';

const MAX_ISLANDS = 40;
const MAX_CHARS = 400_000;
/** Each may be searched to the end of its script. */
const MAX_ASSIGNMENTS = 8;
const MAX_ITEMS = 500;
/** Of all literals of a page. */
const MAX_LITERAL_CHARS = 400_000;
/** An assignment of a framework's state: `window.__APOLLO_STATE__ = {`. */
const ASSIGNMENT = /\b__(?:[A-Z][A-Z_]{3,30}|remixContext)_{0,2}\s*=\s*(?=[{[(])/g;
const FLIGHT = /__next_f\.push\(\[1,\s*("(?:[^"\\]|\\.)*")\s*\]\)/g;

/** The values that scripts of a framework hand to the page, as far as they are JSON, and texts that aren't. */
export interface IslandData {
  values: unknown[];
  /** object literals of scripts, which aren't JSON */
  literals: string[];
}

/** Reads the bodies of inline scripts with state, of JSON scripts, and attributes with JSON. */
export function islandData(scripts: readonly string[], json: readonly string[]): IslandData {
  const data: IslandData = { values: [], literals: [] };
  let literalChars = 0;
  const addLiteral = (text: string) => {
    const kept = text.slice(0, MAX_LITERAL_CHARS - literalChars);
    literalChars += kept.length;
    if (kept !== '') data.literals.push(kept);
  };
  let flight = '';
  for (const body of json.slice(0, MAX_ISLANDS)) {
    const value = parseLoosely(body.slice(0, MAX_CHARS));
    if (value === undefined) addLiteral(body.slice(0, MAX_CHARS));
    else data.values.push(Array.isArray(value) ? unflattened(value) : value);
  }
  for (const body of scripts.slice(0, MAX_ISLANDS)) {
    const text = body.slice(0, MAX_CHARS);
    for (const [, chunk = '""'] of text.matchAll(FLIGHT)) flight += String(parseLoosely(chunk) ?? '');
    let assignments = 0;
    for (const match of text.matchAll(ASSIGNMENT)) {
      assignments += 1;
      if (assignments > MAX_ASSIGNMENTS) break;
      const rest = text.slice(match.index + match[0].length);
      const value = rest.startsWith('(') ? undefined : parseLoosely(rest.slice(0, endOfValue(rest)));
      if (value !== undefined) data.values.push(value);
      else {
        // It has the assignments after it.
        addLiteral(rest);
        break;
      }
    }
  }
  if (flight !== '') data.values.push(...flightValues(flight.slice(0, MAX_CHARS)));
  return data;
}

/** The offset after the object or list that starts a text. */
function endOfValue(text: string): number {
  let depth = 0;
  let isString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (isString) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) isString = false;
    } else if (char === 0x22) isString = true;
    else if (char === 0x7b || char === 0x5b) depth += 1;
    else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}

/** The JSON of the rows of a flight stream: `2:["$","a",null,{}]`. Rows of imports and hints have none. */
function flightValues(stream: string): unknown[] {
  const values: unknown[] = [];
  for (const line of stream.split('\n')) {
    const row = /^[0-9a-f]{1,6}:(?=[{[])/.exec(line);
    const value = row ? parseLoosely(line.slice(row[0].length)) : undefined;
    if (value !== undefined) values.push(value);
    if (values.length >= 1000) break;
  }
  return values;
}

/**
 * The data of a list in which objects name their values by index, as Nuxt 3 and others write it; the list itself if it
 * isn't one.
 */
function unflattened(list: readonly unknown[]): unknown {
  const root = list[0];
  const isIndex = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= -7 && value < list.length;
  const isFlat = list.every(
    (item) =>
      typeof item !== 'object' ||
      item === null ||
      Object.values(item).every((value) => isIndex(value) || typeof value === 'string'),
  );
  if (!isFlat || typeof root !== 'object' || root === null) return list;
  let nodes = 0;
  const resolve = (index: number, depth: number): unknown => {
    nodes += 1;
    const item = list[index];
    if (nodes > 5000 || depth > 40 || typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item))
      return item
        .slice(0, MAX_ITEMS)
        .map((value: unknown) => (isIndex(value) ? resolve(value, depth + 1) : value));
    return Object.fromEntries(
      Object.entries(item)
        .slice(0, MAX_ITEMS)
        .map(([key, value]) => [key, isIndex(value) ? resolve(value, depth + 1) : value]),
    );
  };
  return resolve(0, 0);
}
