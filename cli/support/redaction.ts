/** Replaces secrets and personal data in texts. The same value gets the same replacement, such as `<email 2>`. */
export interface Redaction {
  text(text: string): string;
  /** The same for each text in a value of JSON, keys left as they are. */
  value(value: unknown): unknown;
}

/** In the order in which they are replaced. */
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['url', /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>)\]}]+/gi],
  ['email', /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/gu],
  ['profile', /\b(?:[\w-]+\.)?(?:linkedin|facebook|instagram|x|twitter)\.com\/[^\s"'`<>)\]}]+/gi],
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  ['token', /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/gi],
  ['token', /\b(?:lwk|lwd|sk|rk|pk|whsec|xox[a-z])_[\w-]{6,}/gi],
  // A long word with digits and letters is more likely a secret than a name.
  ['token', /(?<![\w/+.-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[\w+/=-]{24,}/gi],
  ['ip', /(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4})?(?![\w:])/gi],
  ['ip', /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g],
  ['phone', /(?<![\w.])\+\d[\d ()./-]{6,}\d/g],
  // PostgreSQL names the values of a row that breaks a rule.
  ['values', /(?<=\)=)\([^)]*\)/g],
];

/** `secrets`: values that are replaced wherever they are, such as settings, paths and names of this machine. */
export function createRedaction(secrets: ReadonlyMap<string, string>): Redaction {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const ordered = [...secrets].filter(([value]) => value.length > 2).sort(([a], [b]) => b.length - a.length);

  function replacement(kind: string, found: string): string {
    const key = `${kind} ${found.toLowerCase()}`;
    let shown = known.get(key);
    if (shown === undefined) {
      const n = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, n);
      shown = `<${kind} ${n}>`;
      known.set(key, shown);
    }
    return shown;
  }

  function text(original: string): string {
    let shown = original;
    for (const [value, label] of ordered) shown = shown.replaceAll(value, `<${label}>`);
    for (const [kind, pattern] of PATTERNS)
      shown = shown.replace(pattern, (found) => (isOurs(found) ? found : replacement(kind, found)));
    return shown;
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given);
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null || given instanceof Date) return given;
    return Object.fromEntries(Object.entries(given).map(([key, one]) => [key, value(one)]));
  }

  return { text, value };
}

/** Names of migrations have digits and letters, too. */
function isOurs(found: string): boolean {
  return /^\d{4}_[a-z_]+$/.test(found);
}
