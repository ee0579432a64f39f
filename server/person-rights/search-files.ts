import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../deps.ts';
import { SNAPSHOT, UPGRADE_COPY } from '../platform/backup/snapshot.ts';
import { keptStates, keptWith } from '../platform/backup/swap-schemas.ts';

/** What is in the data folder: `search` reads it as text, `tables` is searched by its engine, `copies` are older states. */
const DATA_FOLDER: readonly (readonly [RegExp, 'search' | 'tables' | 'copies' | 'nothing'])[] = [
  [/^db$|^warehouse$/, 'tables'],
  [/^outbox$/, 'search'],
  [/^backups$/, 'copies'],
  [/^(?:secrets\.json|lock\.sqlite.*|lock-holder\.txt|operator\.sock|used-database.*|engine)$/, 'nothing'],
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
export function fileKind(name: string): 'search' | 'tables' | 'copies' | 'nothing' {
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

/**
 * Copies of earlier states, which can't be searched: backups of the data folder and those of the schedule, what restores put
 * aside there or in PostgreSQL, and the databases of the data folder that a move to a database server left there.
 */
export async function copiesIn({
  config: { DATA_DIR, BACKUP_FOLDER, DATABASE_URL, CLICKHOUSE_URL },
  database,
}: Pick<Deps, 'config' | 'database'>): Promise<{ file: string; at: Date }[]> {
  const copies = (await names(DATA_DIR)).filter((name) => fileKind(name) === 'copies');
  const folders = [...copies.map((name) => join(DATA_DIR, name)), ...(BACKUP_FOLDER ? [BACKUP_FOLDER] : [])];
  const files = [];
  for (const folder of folders) {
    const inside = (await names(folder)).map((name) => join(folder, name));
    files.push(...(inside.length > 0 ? inside : [folder]));
  }
  if (DATABASE_URL) files.push(join(DATA_DIR, 'db'));
  if (CLICKHOUSE_URL) files.push(join(DATA_DIR, 'warehouse'));
  const found = [];
  for (const file of files) {
    const info = await stat(file).catch(() => null);
    if (info) found.push({ file, at: info.mtime });
  }
  for (const state of await keptStates(database.db)) {
    const { queue, at } = keptWith(state);
    found.push({ file: `The schemas ${state} and ${queue} of PostgreSQL`, at: at ?? new Date(0) });
  }
  return found;
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
