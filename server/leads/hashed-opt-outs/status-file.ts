import { readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { firstErrorLine, OperatorError } from '../../platform/operator-error.ts';
import type { HashedRequest } from './hash-list-file.ts';

/** What became of a request, in the codes of California's DROP. */
export const STATUS = { exempted: 2, deleted: 3, optedOut: 4, notFound: 5 } as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];

const HEADER = 'Id,Status';
const ROW = /^([A-Za-z0-9]+),([2345])$/;
const FOUND: ReadonlySet<number> = new Set([STATUS.exempted, STATUS.deleted, STATUS.optedOut]);

/**
 * Where the status file of a list belongs: beside it, with the suffix that DROP allows. `20260312_4821_Email.csv` ->
 * `20260312_4821_Email_status.csv`.
 */
export function statusPath(path: string): string {
  const parts = basename(path)
    .replace(/\.csv$/i, '')
    .split('_');
  const name = /^\d{8}$/.test(parts[0] ?? '') ? parts.slice(0, 3).join('_') : parts.join('_');
  return join(dirname(path), `${name}_status.csv`);
}

/**
 * The statuses that an earlier run found, also one that was interrupted. Its people are deleted, so that a new run can't
 * find them; and the operator may have written that a request is exempted.
 */
export async function earlierStatuses(path: string): Promise<Map<string, Status>> {
  const found = new Map<string, Status>();
  for (const file of [unfinished(path), path]) {
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split(/\r?\n/)) {
      const [, id = '', code = ''] = ROW.exec(line) ?? [];
      if (FOUND.has(Number(code))) found.set(id, Number(code) as Status);
    }
  }
  return found;
}

/** Writes what is known before anyone is deleted. Throws OperatorError if the file can't be written. */
export function beginStatusFile(
  path: string,
  requests: readonly HashedRequest[],
  statuses: ReadonlyMap<string, Status>,
): Promise<void> {
  const lines = requests.map(({ id }) => `${id},${statuses.get(id) ?? STATUS.notFound}\n`);
  return orOperatorError(path, () => writeFile(unfinished(path), [`${HEADER}\n`, ...lines].join('')));
}

/** Gives the file its name, once everyone in it is deleted. */
export function finishStatusFile(path: string): Promise<void> {
  return orOperatorError(path, () => rename(unfinished(path), path));
}

function unfinished(path: string): string {
  return `${path}.unfinished`;
}

async function orOperatorError(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new OperatorError(`The status file can't be written to ${path}: ${firstErrorLine(cause)}`, {
      cause,
    });
  }
}
