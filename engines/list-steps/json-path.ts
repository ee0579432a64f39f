/** A part of a path: a name, a position, or each element of a list. */
type PathPart = string | number | typeof EACH;
const EACH = Symbol('each element');

/** A name, `[0]`, `[-1]`, `[*]` or `['a name']`, with the dot before it. */
const PART = /\.?(?:([^.[\]'"*\s][^.[\]]*)|\[(-?\d{1,6})\]|\[(\*)\]|\[(?:'([^'\]]*)'|"([^"\]]*)")\])/y;
const PARTS_MAX = 20;
const VALUES_MAX = 1000;

/**
 * Reads a path such as `company.offices[0].city`, `$.emails[*].value` or `$`. null if it isn't one. There are no filters,
 * searches or scripts, so that reading takes as long as the path is.
 */
export function parseJsonPath(path: string): PathPart[] | null {
  const text = path.trim().replace(/^\$(?:\.(?!\.))?/, '');
  const parts: PathPart[] = [];
  for (let at = 0; at < text.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const found = PART.exec(text);
    if (!found || parts.length === PARTS_MAX) return null;
    const [, name, position, each, single, double] = found;
    parts.push(
      each ? EACH : position === undefined ? (name ?? single ?? double ?? '').trim() : Number(position),
    );
  }
  return parts;
}

/** The values at a path, without null. None if the path fits nothing; several only for `[*]`. */
export function readJsonPath(value: unknown, parts: readonly PathPart[]): unknown[] {
  let found: unknown[] = [value];
  for (const part of parts) {
    found = found.flatMap((each) => {
      if (part === EACH) return Array.isArray(each) ? each.slice(0, VALUES_MAX) : [];
      if (typeof part === 'number') return Array.isArray(each) ? [each.at(part)] : [];
      return typeof each === 'object' && each !== null && Object.hasOwn(each, part)
        ? [(each as Record<string, unknown>)[part]]
        : [];
    });
    found = found.slice(0, VALUES_MAX);
  }
  return found.filter((each) => each !== undefined && each !== null);
}
