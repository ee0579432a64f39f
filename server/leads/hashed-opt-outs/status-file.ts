import { readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileReason } from '../../platform/file-reason.ts';
import { writeOutputFile } from '../../platform/files/output-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** What became of a request, in the codes of California's DROP. */
export const STATUS = { exempted: 2, deleted: 3, optedOut: 4, notFound: 5 } as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];
/** What became of requests, by their IDs. */
export type Statuses = ReadonlyMap<string, Status>;

const HEADER = 'Id,Status';
const ROW = /^([A-Za-z0-9]+),([2345])$/;

/**
 * Where the status file of a list belongs: beside it, with the suffix that DROP allows. `20260312_4821_Email.csv` ->
 * `20260312_4821_Email_status.csv`, which is also that of its parts.
 */
export function statusPath(path: string): string {
  return join(dirname(path), `${splitName(path).list}_status.csv`);
}

/** Whether a file is one part of a list, as `20260312_4821_Email_part01.csv` is. */
export function isPartPath(path: string): boolean {
  return splitName(path).part !== '';
}

/** The name of a list in the name of its file, and what follows it. */
function splitName(path: string): { list: string; part: string } {
  const words = basename(path)
    .replace(/\.csv$/i, '')
    .split('_');
  const length = /^\d{8}$/.test(words[0] ?? '') ? 3 : words.length;
  return { list: words.slice(0, length).join('_'), part: words.slice(length).join('_') };
}

/** Whether a file is named as the answer to a list is. */
export function isStatusPath(path: string): boolean {
  return /_status\.csv$/i.test(path);
}

/** The status file of a list. Its methods throw OperatorError if it can't be written. */
export interface StatusFile {
  /**
   * What an earlier run found for a request, also one that was interrupted. Its people are deleted, so that a new run can't
   * find them; and the operator may have written that a request is exempted. undefined: it found no one.
   */
  earlier(id: string): Status | undefined;
  /** Writes what is known before anyone is deleted. */
  begin(statuses: Statuses): Promise<void>;
  /** Writes the answer, once everyone in it is deleted. */
  finish(statuses: Statuses): Promise<void>;
}

/** Opens the status file of a list. `isPart`: its answer keeps the requests that are in it, which are of other parts. */
export async function openStatusFile(path: string, { isPart }: { isPart: boolean }): Promise<StatusFile> {
  const unfinished = `${path}.unfinished`;
  const begun = await readStatuses(unfinished);
  const done = await readStatuses(path);
  return {
    earlier: (id) =>
      [done.get(id), begun.get(id)].find((status) => status !== undefined && status !== STATUS.notFound),
    begin: (statuses) => write(unfinished, new Map([...begun, ...statuses])),
    async finish(statuses) {
      await write(path, isPart ? new Map([...done, ...statuses]) : statuses);
      const others = new Map([...begun].filter(([id]) => !statuses.has(id)));
      if (others.size > 0) await write(unfinished, others);
      else await remove(unfinished);
    },
  };
}

async function readStatuses(path: string): Promise<Statuses> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [, id, code] = ROW.exec(line) ?? [];
      return id === undefined ? [] : [[id, Number(code) as Status] as const];
    }),
  );
}

async function write(path: string, statuses: Statuses): Promise<void> {
  const lines = [...statuses].map(([id, status]) => `${id},${status}\n`);
  await writeOutputFile(path, [[`${HEADER}\n`, ...lines].join('')]);
}

async function remove(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (cause) {
    throw new OperatorError(`${path} can't be deleted: ${fileReason(cause)}`, { cause });
  }
}
