import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { SNAPSHOT, UPGRADE_COPY } from '../platform/backup/snapshot.ts';
import { keptStates, keptWith } from '../platform/backup/swap-schemas.ts';
import { askFolder, DiskSilent } from '../platform/disk/ask-folder.ts';

/** What is in the data folder: `search` reads it as text, `tables` is searched by its engine, `copies` are older states. */
const DATA_FOLDER: readonly (readonly [RegExp, 'search' | 'tables' | 'copies' | 'nothing'])[] = [
  [/^db$|^warehouse$/, 'tables'],
  [/^outbox$/, 'search'],
  // The second are of `leadwell backup`.
  [/^backups$|\.backup(?:\.part)?$/, 'copies'],
  [/^(?:secrets\.json|postgres\.env|lock\.sqlite.*|lock-holder\.txt|operator\.sock|engine)$/, 'nothing'],
  [/^(?:database-used|moved-to-postgres)\.txt$/, 'nothing'],
  // Of a backup or an `upgrade --check` that is running or was killed.
  [new RegExp(`^(?:${SNAPSHOT}|${UPGRADE_COPY})`), 'copies'],
  // What a restore replaced.
  [/^(?:restore|before-restore|replaced)/, 'copies'],
];

/** Larger files aren't texts that the product writes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file that may name someone. */
export interface SearchedFile {
  path: string;
  /** under the data folder: "outbox/2026-01-01.eml" */
  name: string;
  at: Date;
  text: string;
}

/** How the search treats an entry of the data folder. One that isn't known is searched. */
function fileKind(name: string): 'search' | 'tables' | 'copies' | 'nothing' {
  return DATA_FOLDER.find(([pattern]) => pattern.test(name))?.[1] ?? 'search';
}

/** Whether an entry of the data folder is known here. */
export function isDeclared(name: string): boolean {
  return DATA_FOLDER.some(([pattern]) => pattern.test(name));
}

/** The text files of the data folder, one by one. */
export async function* searchedFiles(dataDir: string): AsyncGenerator<SearchedFile> {
  for (const name of await names(dataDir))
    if (fileKind(name) === 'search') yield* filesIn(join(dataDir, name), name);
}

/** A copy of an earlier state. */
interface Copy {
  file: string;
  /** when it was written; 1970: no one knows */
  at: Date;
}

const UNKNOWN_TIME = new Date(0);

/**
 * Copies of earlier states, which can't be searched: backups in the data folder and those of the schedule, what restores put
 * aside there or in PostgreSQL, and the databases of the data folder that a move to a database server left there. `limitMs`: how
 * long the disk of the schedule may take; only tests set it.
 */
export async function copiesIn(
  {
    config: { DATA_DIR, BACKUP_FOLDER, DATABASE_URL, CLICKHOUSE_URL },
    database,
  }: Pick<Deps, 'config' | 'database'>,
  limitMs?: number,
): Promise<Copy[]> {
  const found: Copy[] = [];
  for (const name of await names(DATA_DIR))
    if (fileKind(name) === 'copies') found.push(...(await copiesAt(join(DATA_DIR, name))));
  if (BACKUP_FOLDER) found.push(...(await scheduledCopies(resolve(BACKUP_FOLDER), limitMs)));
  if (DATABASE_URL) found.push(...(await copyAt(join(DATA_DIR, 'db'))));
  if (CLICKHOUSE_URL) found.push(...(await copyAt(join(DATA_DIR, 'warehouse'))));
  for (const state of await keptStates(database.db)) {
    const { queue, at } = keptWith(state);
    found.push({ file: `The schemas ${state} and ${queue} of PostgreSQL`, at: at ?? UNKNOWN_TIME });
  }
  return found;
}

/** The folder itself if its disk doesn't answer: a report must neither wait for it nor be silent about it. */
async function scheduledCopies(folder: string, limitMs?: number): Promise<Copy[]> {
  try {
    return await askFolder(folder, () => copiesAt(folder), limitMs);
  } catch (error) {
    if (error instanceof DiskSilent) return [{ file: folder, at: UNKNOWN_TIME }];
    throw error;
  }
}

/** What is in a folder; the file or folder itself if there is nothing in it, or if it can't be read. */
async function copiesAt(path: string): Promise<Copy[]> {
  const inside = await names(path);
  if (inside.length === 0) return copyAt(path);
  const found: Copy[] = [];
  for (const name of inside) found.push(...(await copyAt(join(path, name))));
  return found;
}

/** None if it was deleted meanwhile. */
async function copyAt(file: string): Promise<Copy[]> {
  const info = await stat(file).catch(() => null);
  return info ? [{ file, at: info.mtime }] : [];
}

async function* filesIn(path: string, name: string): AsyncGenerator<SearchedFile> {
  const info = await stat(path).catch(() => null);
  if (info?.isDirectory())
    for (const entry of await names(path)) yield* filesIn(join(path, entry), `${name}/${entry}`);
  if (!info?.isFile() || info.size > MAX_BYTES) return;
  // The worker may have deleted it since.
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null)
    yield { path, name, at: info.mtime, text: name.endsWith('.eml') ? mailText(text) : text };
  await nextTurn();
}

/** Mails break long lines in the middle of an address (RFC 2045 §6.7). */
function mailText(mail: string): string {
  return mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
