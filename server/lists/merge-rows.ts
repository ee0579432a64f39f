import type { ExistingRows } from '#contract/calls/list-table-calls.ts';

/** A row of a list, with everything that identifies it. */
export interface KeyedRow {
  keys: readonly string[];
  values: Readonly<Record<string, string>>;
}

export interface StoredRow extends KeyedRow {
  id: number;
  /** the columns of steps in which a person typed; of an update only if it is joined with another row */
  edited?: readonly string[] | null;
}

/** What an import changes in a list. */
export interface MergePlan {
  inserts: KeyedRow[];
  updates: StoredRow[];
  /** rows that turned out to be the same as another one, which now has their values: each joins the other one, in this order */
  joins: { from: number; into: number }[];
  added: number;
  updated: number;
  /** positions of new rows that had no room */
  left: number[];
  /** positions of rows that stayed as they were */
  kept: number[];
}

/** Other identifiers of a row beyond these are ignored, so that one row can't fill the index. */
export const KEYS_PER_ROW_MAX = 20;

interface Node {
  id: number | null;
  keys: Set<string>;
  values: Record<string, string>;
  typed: Set<string>;
  /** it has the values of another one, too */
  joined: boolean;
  touched: boolean;
}

/**
 * Merges rows into a list. `stored` are the rows of the list that share a key with `incoming`. A row that shares a
 * key with another one updates it, and joins two rows that both share one. A value that is missing stays as it
 * was. At most `room` rows are new. `existing`: what happens to rows that are there: they get the new values, only those that they
 * lack, or none.
 */
export function mergeRows(
  stored: readonly StoredRow[],
  incoming: readonly KeyedRow[],
  {
    room = Number.POSITIVE_INFINITY,
    existing = 'update',
  }: { room?: number | undefined; existing?: ExistingRows } = {},
): MergePlan {
  const byKey = new Map<string, Node>();
  const nodes = new Set<Node>();
  const enter = (node: Node) => {
    nodes.add(node);
    // People can type a value twice. The first row with it counts.
    for (const key of node.keys) if (!byKey.has(key)) byKey.set(key, node);
  };
  for (const { id, keys, values, edited } of stored.toSorted((a, b) => a.id - b.id))
    enter({ ...newNode(keys, values), id, typed: new Set(edited) });

  const plan: MergePlan = { inserts: [], updates: [], joins: [], added: 0, updated: 0, left: [], kept: [] };
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
      enter(newNode(row.keys.slice(0, KEYS_PER_ROW_MAX), row.values));
      continue;
    }
    if (existing === 'keep') {
      plan.kept.push(position);
      continue;
    }
    plan.updated += 1;
    for (const other of others) {
      joinValues(target, other);
      for (const key of other.keys) take(target, key, byKey);
      nodes.delete(other);
      if (other.id === null) plan.added -= 1;
      else if (target.id !== null) plan.joins.push({ from: other.id, into: target.id });
    }
    for (const key of row.keys) take(target, key, byKey);
    Object.assign(target.values, existing === 'fill' ? { ...row.values, ...target.values } : row.values);
    target.touched = true;
  }
  for (const { id, keys, values, typed, joined, touched } of nodes) {
    if (id === null) plan.inserts.push({ keys: [...keys], values });
    else if (touched)
      plan.updates.push({ id, keys: [...keys], values, ...(joined ? { edited: [...typed] } : {}) });
  }
  return plan;
}

function newNode(keys: readonly string[], values: Readonly<Record<string, string>>): Node {
  return {
    id: null,
    keys: new Set(keys),
    values: { ...values },
    typed: new Set(),
    joined: false,
    touched: false,
  };
}

/** Gives a row the values of another one that it lacks. What a person typed wins over what a step found. */
function joinValues(target: Node, other: Node): void {
  for (const [column, value] of Object.entries(other.values)) {
    const isTyped = other.typed.has(column);
    if (Object.hasOwn(target.values, column) && !(isTyped && !target.typed.has(column))) continue;
    target.values[column] = value;
    if (isTyped) target.typed.add(column);
  }
  target.joined = true;
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
