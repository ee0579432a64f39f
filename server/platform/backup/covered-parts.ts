/** The name of a part: partition, first and last block, level and, if rows were changed, the number of the change. */
const PART = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_(\d+))?$/;

interface Part {
  path: string;
  first: number;
  last: number;
  level: number;
  change: number;
}

/**
 * The folders of parts, among those of lead databases, whose rows another part has, too: the engine keeps them for eight
 * minutes after it has merged parts or deleted rows. It ignores them when it opens the folder, by the same rule:
 * https://github.com/ClickHouse/ClickHouse/blob/master/src/Storages/MergeTree/MergeTreePartInfo.h (contains)
 */
export function coveredParts(folders: readonly string[]): Set<string> {
  const alike = new Map<string, Part[]>();
  for (const path of folders) {
    const at = path.lastIndexOf('/') + 1;
    const found = PART.exec(path.slice(at));
    if (!found) continue;
    const [, partition = '', ...numbers] = found;
    const [first = 0, last = 0, level = 0, change = 0] = numbers.map((number) => Number(number ?? 0));
    const key = `${path.slice(0, at)}${partition}`;
    const parts = alike.get(key) ?? [];
    if (parts.length === 0) alike.set(key, parts);
    parts.push({ path, first, last, level, change });
  }
  const covered = [...alike.values()].flatMap((parts) =>
    parts.filter((part) => parts.some((other) => other !== part && contains(other, part))),
  );
  return new Set(covered.map(({ path }) => path));
}

function contains(other: Part, part: Part): boolean {
  return (
    other.first <= part.first &&
    other.last >= part.last &&
    other.level >= part.level &&
    other.change >= part.change
  );
}
