import { z } from 'zod';
import { type OperatorCommand, operatorCommand } from '../platform/operator/operator-command.ts';
import { withHashedForms } from './hashed-entry.ts';
import type { OptOut } from './opt-out-entry.ts';
import { hashWith, listKey, type OptOutDeps } from './opt-outs.ts';
import { allOptOuts } from './store.ts';

/** The list as it was at one time, in the memory of a process without its database. */
export interface OptOutCopy {
  readonly hasPhones: boolean;
  /** Whether any of the entries is on the list. */
  includesAny(entries: readonly OptOut[]): boolean;
}

const HASHES_PER_ROW = 1000;

/** What the command answers, in rows: the key first. */
const CopyRow = z.union([
  z.object({ key: z.string() }),
  z.object({ hasPhones: z.boolean(), hasHashes: z.boolean(), hashes: z.array(z.string()) }),
]);
type CopyRow = z.infer<typeof CopyRow>;

/** The list in rows for another process of the operator. None if it is empty. */
export async function copyOptOuts(deps: OptOutDeps): Promise<CopyRow[]> {
  const all = await allOptOuts(deps.database.db);
  if (all.size === 0) return [];
  const rows: CopyRow[] = [{ key: listKey(deps).toString('base64') }];
  const kinds = new Set([...all.values()].map(({ kind }) => kind));
  const hasPhones = kinds.has('phone') || kinds.has('phone_sha256');
  const hasHashes = kinds.has('email_sha256') || kinds.has('phone_sha256');
  const hashes = [...all.keys()];
  for (let from = 0; from < hashes.length; from += HASHES_PER_ROW)
    rows.push({ hasPhones, hasHashes, hashes: hashes.slice(from, from + HASHES_PER_ROW) });
  return rows;
}

/** Reads the rows of a copy. null: the list is empty. */
export function readOptOutCopy(rows: readonly object[]): OptOutCopy | null {
  let key = '';
  let hasPhones = false;
  let hasHashes = false;
  const listed = new Set<string>();
  for (const row of rows.map((row) => CopyRow.parse(row))) {
    if ('key' in row) key = row.key;
    else {
      hasPhones = row.hasPhones;
      hasHashes = row.hasHashes;
      for (const hash of row.hashes) listed.add(hash);
    }
  }
  if (listed.size === 0) return null;
  const hash = hashWith(Buffer.from(key, 'base64'));
  const formsOf = (entries: readonly OptOut[]) => (hasHashes ? withHashedForms(entries) : entries);
  return { hasPhones, includesAny: (entries) => formsOf(entries).some((entry) => listed.has(hash(entry))) };
}

/** What a tool's command asks the server with the data folder for. Only the folder's owner can. */
export const OPT_OUT_COPY: OperatorCommand<OptOutDeps> = operatorCommand<OptOutDeps>()({
  name: 'optout-copy',
  input: z.object({}),
  run: async (deps, _, output) => {
    for (const row of await copyOptOuts(deps)) output.row(row);
  },
});
