import { basename } from 'node:path';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { HashedOptOut } from '../../opt-outs/hashed-entry.ts';
import { listOptOuts, type OptOutDeps, removeOptOuts } from '../../opt-outs/opt-outs.ts';
import { asOperatorError, type Output, operatorCommand } from '../../platform/operator/operator-command.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { whileAdding } from '../adding-opt-outs.ts';
import { ifAnyLeads } from '../if-any-leads.ts';
import type { LeadDeps } from '../lead-search.ts';
import { addOptOutMarks } from '../opt-out-marks.ts';
import { NotDeletedError } from '../opted-out-leads.ts';
import { HASH_LISTS, type HashListFile, KIND_OF_LIST, readHashList } from './hash-list-file.ts';
import { type HashedLeads, openHashedLeads } from './hashed-leads.ts';
import {
  isPartPath,
  isStatusPath,
  openStatusFile,
  STATUS,
  type Status,
  type StatusFile,
  statusPath,
} from './status-file.ts';

export type HashImportDeps = OptOutDeps & LeadDeps & Pick<Deps, 'warehouse' | 'clock'>;

const MAX_NOTES = 100;

/** `leadwell optout import --hashed sha256`. */
export const HASHED_OPT_OUT_COMMAND = operatorCommand<HashImportDeps>()({
  name: 'optout-import-hashed',
  input: z.object({
    /** absolute paths on the machine that runs the import */
    files: z.array(z.string()).min(1, 'Name at least one file.'),
    list: z.enum(HASH_LISTS, `--list must be one of ${HASH_LISTS.join(', ')}.`).nullable(),
    /** null: beside the file */
    statusFile: z.string().nullable(),
  }),
  run: (deps, { files: named, list, statusFile }, output) =>
    asOperatorError(async () => {
      const files = named.filter((file) => !isStatusPath(file));
      if (files.length === 0) throw new OperatorError('Name a list. These files are answers to lists.');
      if (statusFile !== null && files.length > 1)
        throw new OperatorError('--status names the status file of one list. Name only one file with it.');
      const read: GivenList[] = [];
      for (const file of files)
        read.push({
          ...(await readHashList(file, list)),
          file,
          path: statusFile ?? statusPath(file),
          isPart: statusFile === null && isPartPath(file),
        });
      noteRefused(read, output);
      const lists = givenLists(read.filter((file) => file.list !== 'Removed'));
      const [failure] =
        lists.length > 0 ? await whileAdding(deps.warehouse, () => importHashes(deps, lists, output)) : [];
      for (const file of read) if (file.list === 'Removed') await removeHashes(deps, file, output);
      if (failure) throw failure;
    }),
});

/** Says which lines were rejected, and with several files of which one. */
function noteRefused(files: readonly GivenList[], output: Output): void {
  for (const { list, refused, file } of files) {
    const place = files.length > 1 ? `${basename(file)}, line` : 'line';
    const lacks =
      list === 'Removed'
        ? 'it has no SHA-256, no ID, or no ListType that DROP has'
        : 'it has no SHA-256, or no ID';
    for (const line of refused.slice(0, MAX_NOTES)) output.note(`Rejected, ${place} ${line}: ${lacks}.`);
    if (refused.length > MAX_NOTES) output.note(`Rejected: ${refused.length - MAX_NOTES} more.`);
  }
}

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

/** A list to carry out, of one file or of its parts. */
interface GivenList extends HashListFile {
  file: string;
  /** where its answer belongs */
  path: string;
  /** the answer is also that of other parts, which may be imported at another time */
  isPart: boolean;
}

/** Puts the parts of a list together. Throws OperatorError for a file in which no line can be read. */
function givenLists(files: readonly GivenList[]): GivenList[] {
  for (const { requests, refused, file } of files)
    if (requests.length === 0 && refused.length > 0)
      throw new OperatorError(`Nothing was added: no line of ${basename(file)} has a SHA-256 and an ID.`);
  const parts = Map.groupBy(files, ({ list, hasIds, path }) => JSON.stringify([list, hasIds, path]));
  return [...parts.values()].flatMap(([first, ...others]) =>
    first
      ? [
          {
            ...first,
            requests: [first, ...others].flatMap(({ requests }) => requests),
            refused: [first, ...others].flatMap(({ refused }) => refused),
            isPart: [first, ...others].some(({ isPart }) => isPart),
          },
        ]
      : [],
  );
}

/** A list that is being carried out. */
interface RunningList extends GivenList {
  kind: HashedOptOut['kind'] | undefined;
  hashes: ReadonlySet<string>;
  leads: HashedLeads | null;
  answer: StatusFile | null;
  statuses: Map<string, Status>;
  listed: { added: number; marks: string[] };
}

/**
 * Adds the hashes to the opt-out list, deletes their people and writes what became of each request. Everyone of all lists is found
 * and written down before the first is deleted, or on the list: the next start of a server deletes whom it lacks. After that, no
 * one can be found. Returns the errors of the lists whose people are still in a table that Leadwell can't change: they have no
 * answer yet.
 */
async function importHashes(
  deps: HashImportDeps,
  lists: readonly GivenList[],
  output: Output,
): Promise<NotDeletedError[]> {
  const failures: NotDeletedError[] = [];
  const running: RunningList[] = [];
  try {
    for (const list of lists) running.push(await openList(deps, list, output));
    for (const list of running) await findPeople(list);
    for (const list of running)
      if (list.kind) list.listed = await listOptOuts(deps, entriesOf(list.kind, list.hashes));
    // Those that an import has added meanwhile. One that still runs reads the list again before its rows go live.
    for (const list of running) await findPeople(list);
    for (const list of running) {
      try {
        await finishList(deps, list, output);
      } catch (error) {
        if (!(error instanceof NotDeletedError)) throw error;
        failures.push(error);
      }
    }
  } finally {
    for (const { leads } of running) await leads?.close();
  }
  return failures;
}

/** Deletes the people of a list and writes its answer. Throws NotDeletedError if some are left. */
async function finishList(deps: HashImportDeps, list: RunningList, output: Output): Promise<void> {
  const deleted = (await list.leads?.deleteAll()) ?? 0;
  if (deps.warehouse.hasData()) await addOptOutMarks(deps.warehouse, list.listed.marks);
  await list.answer?.finish(list.statuses);
  report(list, deleted, output);
}

async function openList(deps: HashImportDeps, given: GivenList, output: Output): Promise<RunningList> {
  const { list, hasIds, requests, path, isPart } = given;
  const kind = KIND_OF_LIST[list];
  const hashes = new Set(requests.map(({ hash }) => hash));
  if (!kind)
    output.note(`Leadwell stores nothing that a list ${list} is about, so none of its requests match.`);
  const answer = hasIds ? await openStatusFile(path, { isPart }) : null;
  const leads = kind
    ? await ifAnyLeads(deps.warehouse, () => openHashedLeads(deps, kind, hashes), null)
    : null;
  return { ...given, kind, hashes, leads, answer, statuses: new Map(), listed: { added: 0, marks: [] } };
}

/** Looks for the people of a list, and writes down what was found so far. */
async function findPeople({ requests, leads, answer, statuses }: RunningList): Promise<void> {
  await leads?.find();
  if (!answer) return;
  for (const { id, hash } of requests) statuses.set(id, answer.earlier(id) ?? statusOf(leads, hash));
  await answer.begin(statuses);
}

function report(
  { list, requests, refused, listed, answer, statuses, path }: RunningList,
  deleted: number,
  output: Output,
): void {
  const count = (status: Status) => [...statuses.values()].filter((value) => value === status).length;
  output.row({
    list,
    given: requests.length,
    refused: refused.length,
    added: listed.added,
    leads: deleted,
    ...(answer
      ? {
          deleted: count(STATUS.deleted),
          opted_out: count(STATUS.optedOut),
          exempted: count(STATUS.exempted),
          not_found: count(STATUS.notFound),
        }
      : {}),
  });
  if (answer && requests.length > 0) output.note(`The status file is ${path}`);
}

function statusOf(leads: HashedLeads | null, hash: string): Status {
  const people = leads?.people.get(hash)?.size ?? 0;
  if (people === 0) return STATUS.notFound;
  // The lead of a company's number stays.
  return people === 1 && !leads?.cleared.has(hash) ? STATUS.deleted : STATUS.optedOut;
}

function entriesOf(kind: HashedOptOut['kind'], hashes: ReadonlySet<string>): HashedOptOut[] {
  return [...hashes].map((value) => ({ kind, value }));
}
