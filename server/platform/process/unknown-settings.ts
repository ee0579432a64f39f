import leven from 'leven';

/** Kubernetes sets LEADWELL_PORT and others for a service of this name. */
const PREFIX = 'LEADWELL_';
/** Shorter names are too close to those of other programs, such as HOME and HOST. */
const SHORTEST = 6;
/** Names of at least this length may differ in two letters. */
const LONG = 16;

/** What a process can read from its environment. */
export interface KnownSettings {
  /** all settings */
  names: readonly string[];
  /** those that can also come from a file, with `_FILE` at the end of their names */
  files: readonly string[];
  /** other names that begin with `LEADWELL_` */
  others: readonly string[];
}

/**
 * A line for each name that isn't a setting and looks like one: a slip of the pen would otherwise count as not set.
 * Names of other programs are left alone.
 */
export function unknownSettings(given: readonly string[], { names, files, others }: KnownSettings): string[] {
  const known = new Set([...names, ...files.map((name) => `${name}_FILE`), ...others]);
  const problems: string[] = [];
  for (const name of given) {
    if (known.has(name)) continue;
    const setting = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : null;
    if (setting !== null && names.includes(setting)) {
      problems.push(`${name}: ${setting} can't be read from a file. Set ${setting} instead`);
      continue;
    }
    const meant = closest(name, [...known]);
    if (meant !== undefined) problems.push(`${name}: isn't a setting. Did you mean ${meant}?`);
  }
  return problems;
}

/** The known name that was probably meant, if any. */
function closest(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  const same = known.find((one) => one === upper || (`${PREFIX}${one}` === upper && one !== 'PORT'));
  if (same !== undefined) return same;
  const near = known
    .filter((one) => one.length >= SHORTEST && isNear(upper, one))
    .map((one) => ({ one, distance: leven(upper, one) }));
  return near.sort((a, b) => a.distance - b.distance)[0]?.one;
}

function isNear(name: string, known: string): boolean {
  const most = known.length >= LONG ? 2 : 1;
  const distance = leven(name, known, { maxDistance: 3 });
  return distance <= most || (distance === 2 && sortedLetters(name) === sortedLetters(known));
}

/** The same for two names with swapped letters. */
function sortedLetters(name: string): string {
  return [...name].sort().join('');
}
