import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { HashedOptOut } from '../../opt-outs/hashed-entry.ts';
import { listOptOuts, type OptOutDeps, removeOptOuts } from '../../opt-outs/opt-outs.ts';
import { asOperatorError, type Output, operatorCommand } from '../../platform/operator/operator-command.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { whileAdding } from '../adding-opt-outs.ts';
import type { LeadDeps } from '../lead-search.ts';
import { addOptOutMarks } from '../opt-out-marks.ts';
import { HASH_LISTS, type HashListFile, KIND_OF_LIST, readHashList } from './hash-list-file.ts';
import { findHashedLeads, type HashedLeads } from './hashed-leads.ts';
import {
  beginStatusFile,
  earlierStatuses,
  finishStatusFile,
  STATUS,
  type Status,
  statusPath,
} from './status-file.ts';

export type HashImportDeps = OptOutDeps & LeadDeps & Pick<Deps, 'warehouse' | 'clock'>;

const MAX_NOTES = 100;

/** `leadwell optout import --hashed sha256`. */
export const HASHED_OPT_OUT_COMMAND = operatorCommand<HashImportDeps>()({
  name: 'optout-import-hashed',
  input: z.object({
    /** absolute path on the machine that runs the import */
    file: z.string(),
    list: z.enum(HASH_LISTS, `--list must be one of ${HASH_LISTS.join(', ')}.`).nullable(),
    /** null: beside the file */
    statusFile: z.string().nullable(),
  }),
  run: (deps, { file, list, statusFile }, output) =>
    asOperatorError(async () => {
      const read = await readHashList(file, list);
      const lacks =
        read.list === 'Removed'
          ? 'it has no SHA-256, no ID, or no ListType that DROP has'
          : 'it has no SHA-256, or no ID';
      for (const line of read.refused.slice(0, MAX_NOTES)) output.note(`Rejected, line ${line}: ${lacks}.`);
      if (read.refused.length > MAX_NOTES) output.note(`Rejected: ${read.refused.length - MAX_NOTES} more.`);
      if (read.list === 'Removed') return removeHashes(deps, read, output);
      await whileAdding(deps.warehouse, () =>
        importHashes(deps, read, statusFile ?? statusPath(file), output),
      );
    }),
});

/** Takes people off the list who took their requests back. */
async function removeHashes(
  deps: HashImportDeps,
  { requests, refused }: HashListFile,
  output: Output,
): Promise<void> {
  const entries = requests.flatMap(({ hash, list }) => {
    const kind = KIND_OF_LIST[list];
    return kind ? [{ kind, value: hash }] : [];
  });
  const removed = await removeOptOuts(deps, entries);
  output.row({ given: requests.length, refused: refused.length, removed: removed.length });
  if (removed.length > 0) output.note('Import their leads again to restore them.');
}

/** Adds the hashes to the opt-out list, deletes their people and writes what became of each request. */
async function importHashes(
  deps: HashImportDeps,
  { list, hasIds, requests, refused }: HashListFile,
  path: string,
  output: Output,
): Promise<void> {
  if (requests.length === 0 && refused.length > 0)
    throw new OperatorError('Nothing was added: no line of the file has a SHA-256 and an ID.');
  const kind = KIND_OF_LIST[list];
  const earlier = hasIds ? await earlierStatuses(path) : new Map<string, Status>();
  if (!kind)
    output.note(`Leadwell stores nothing that a list ${list} is about, so none of its requests match.`);
  const found = kind ? await listAndFind(deps, kind, requests) : null;
  try {
    const statuses = new Map<string, Status>();
    for (const { id, hash } of requests) statuses.set(id, earlier.get(id) ?? statusOf(found?.leads, hash));
    if (hasIds) await beginStatusFile(path, requests, statuses);
    const deleted = (await found?.leads.deleteAll()) ?? 0;
    if (found) await addOptOutMarks(deps.warehouse, found.marks);
    if (hasIds) await finishStatusFile(path);
    const count = (status: Status) => [...statuses.values()].filter((value) => value === status).length;
    output.row({
      list,
      given: requests.length,
      refused: refused.length,
      added: found?.added ?? 0,
      leads: deleted,
      ...(hasIds
        ? {
            deleted: count(STATUS.deleted),
            opted_out: count(STATUS.optedOut),
            exempted: count(STATUS.exempted),
            not_found: count(STATUS.notFound),
          }
        : {}),
    });
    if (hasIds && requests.length > 0) output.note(`The status file is ${path}`);
  } finally {
    await found?.leads.close();
  }
}

/** Updates the list first: a running import reads it again before its rows go live. */
async function listAndFind(
  deps: HashImportDeps,
  kind: HashedOptOut['kind'],
  requests: HashListFile['requests'],
): Promise<{ added: number; marks: string[]; leads: HashedLeads }> {
  const hashes = new Set(requests.map(({ hash }) => hash));
  const listed = await listOptOuts(
    deps,
    [...hashes].map((value) => ({ kind, value })),
  );
  return { ...listed, leads: await findHashedLeads(deps, kind, hashes) };
}

function statusOf(leads: HashedLeads | undefined, hash: string): Status {
  const people = leads?.people.get(hash) ?? 0;
  if (people === 0) return STATUS.notFound;
  // The lead of a company's number stays.
  return people === 1 && !leads?.cleared.has(hash) ? STATUS.deleted : STATUS.optedOut;
}
