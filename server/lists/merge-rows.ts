/** A row of a list, with everything that identifies it. */
export interface KeyedRow {
  keys: readonly string[];
  values: Readonly<Record<string, string>>;
}

export interface StoredRow extends KeyedRow {
  id: number;
}

/** What an import changes in a list. */
export interface MergePlan {
  inserts: KeyedRow[];
  updates: StoredRow[];
  /** rows that turned out to be the same as another one, which now has their values */
  deletes: number[];
  added: number;
  updated: number;
  /** positions of new rows that had no room */
  left: number[];
}

/** Other identifiers of a row beyond these are ignored, so that one row can't fill the index. */
export const KEYS_PER_ROW_MAX = 20;

interface Node {
  id: number | null;
  keys: Set<string>;
  values: Record<string, string>;
  touched: boolean;
}

/**
 * Merges rows into a list. `stored` are the rows of the list that share a key with `incoming`. A row that shares a
 * key with another one updates it, and joins two rows that both share one. A value that is missing stays as it
 * was. At most `room` rows are new.
 */
export function mergeRows(
  stored: readonly StoredRow[],
  incoming: readonly KeyedRow[],
  room = Number.POSITIVE_INFINITY,
): MergePlan {
  const byKey = new Map<string, Node>();
  const nodes = new Set<Node>();
  const enter = (node: Node) => {
    nodes.add(node);
    // People can type a value twice. The first row with it counts.
    for (const key of node.keys) if (!byKey.has(key)) byKey.set(key, node);
  };
  for (const { id, keys, values } of stored.toSorted((a, b) => a.id - b.id))
    enter({ id, keys: new Set(keys), values: { ...values }, touched: false });

  const plan: MergePlan = { inserts: [], updates: [], deletes: [], added: 0, updated: 0, left: [] };
  for (const [position, row] of incoming.entries()) {
    const same = new Set(row.keys.flatMap((key) => byKey.get(key) ?? []));
    // The one that was there first.
    const [target, ...others] = [...same].sort(byAge);
    if (!target) {
      if (plan.added >= room) {
        plan.left.push(position);
        continue;
      }
      plan.added += 1;
      const keys = new Set(row.keys.slice(0, KEYS_PER_ROW_MAX));
      enter({ id: null, keys, values: { ...row.values }, touched: true });
      continue;
    }
    plan.updated += 1;
    for (const other of others) {
      target.values = { ...other.values, ...target.values };
      for (const key of other.keys) take(target, key, byKey);
      nodes.delete(other);
      if (other.id !== null) plan.deletes.push(other.id);
      else plan.added -= 1;
    }
    for (const key of row.keys) take(target, key, byKey);
    Object.assign(target.values, row.values);
    target.touched = true;
  }
  for (const { id, keys, values, touched } of nodes) {
    if (id === null) plan.inserts.push({ keys: [...keys], values });
    else if (touched) plan.updates.push({ id, keys: [...keys], values });
  }
  return plan;
}

function byAge(a: Node, b: Node): number {
  return (a.id ?? Number.MAX_SAFE_INTEGER) - (b.id ?? Number.MAX_SAFE_INTEGER);
}

/** Gives a key to a row. Keys without room are forgotten. */
function take(node: Node, key: string, byKey: Map<string, Node>): void {
  if (node.keys.size < KEYS_PER_ROW_MAX || node.keys.has(key)) {
    node.keys.add(key);
    byKey.set(key, node);
  } else if (byKey.get(key) !== node) byKey.delete(key);
}
