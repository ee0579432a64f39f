import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTable, readTableInBatches } from '#engines/csv/read-table.ts';
import type { HashedOptOut } from '../../opt-outs/hashed-entry.ts';
import { readTextFile } from '../../platform/files/text-file.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/** The lists of California's DROP, and the file of entries that were taken back (`Removed`). */
export const HASH_LISTS = ['Email', 'Phone', 'NDZ', 'MAID', 'NameVIN', 'CTVID', 'Removed'] as const;
type HashList = (typeof HASH_LISTS)[number];

/** The lists of which Leadwell stores what they are about. */
export const KIND_OF_LIST: Readonly<Partial<Record<HashList, HashedOptOut['kind']>>> = {
  Email: 'email_sha256',
  Phone: 'phone_sha256',
};

/** One request of a list. */
export interface HashedRequest {
  /** the ID of the request, for the status file; empty in files without IDs */
  id: string;
  /** SHA-256 in Base64 */
  hash: string;
  /** where the request was on; for a file of one list, that list */
  list: HashList;
}

export interface HashListFile {
  list: HashList;
  hasIds: boolean;
  requests: HashedRequest[];
  /** lines that have no hash, no ID in a file with IDs, or a list that isn't known */
  refused: number[];
}

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;
const HEX = /^[0-9a-f]{64}$/i;
/** `20260312_4821_Email.csv`, `20260312_4821_Email_part01.csv` */
const FILE_NAME = /^\d{8}_\d+_([A-Za-z]+)(?:_[A-Za-z0-9]{1,10})?\.csv$/i;

/**
 * Reads a file of hashes with the columns `ID` (optional), `Hash` and, in files of removed entries, `ListType`. `list`: the
 * list, if the name of the file doesn't say. Throws OperatorError, also if a file of removed entries has no `ListType`.
 */
export async function readHashList(path: string, list: HashList | null): Promise<HashListFile> {
  const named = list ?? listOfName(path);
  if (named === null)
    throw new OperatorError(
      `The name of ${basename(path)} doesn't say which list it is, as 20260312_4821_Email.csv does. Use --list with one of ${HASH_LISTS.join(', ')}.`,
    );
  const file: HashListFile = { list: named, hasIds: false, requests: [], refused: [] };
  let columns: { id: number; hash: number; list: number } | null = null;
  const table = openTable(await readTextFile(path));
  for (const records of readTableInBatches(table, { maxCells: Infinity })) {
    for (const { row, cells } of records) {
      if (columns === null) {
        columns = readHeader(cells, path);
        if (named === 'Removed' && columns.list < 0)
          throw new OperatorError(
            `${basename(path)} has no column "ListType", so no one was taken off the list. A file of removed entries has the header ID,Hash,ListType.`,
          );
        file.hasIds = columns.id >= 0;
        continue;
      }
      const hash = readHash(cells[columns.hash] ?? '');
      const id = (cells[columns.id] ?? '').trim();
      const list = named === 'Removed' ? listNamed(cells[columns.list] ?? '') : named;
      if (hash === null || list === null || (file.hasIds && !/^[A-Za-z0-9]+$/.test(id)))
        file.refused.push(row);
      else file.requests.push({ id, hash, list });
    }
    // Let the server handle other requests.
    await nextTurn();
  }
  return file;
}

function listOfName(path: string): HashList | null {
  return listNamed(FILE_NAME.exec(basename(path))?.[1] ?? '');
}

/** The list with this name, in any case. */
function listNamed(text: string): HashList | null {
  const name = text.trim().toLowerCase();
  return HASH_LISTS.find((list) => list.toLowerCase() === name) ?? null;
}

function readHeader(cells: readonly string[], path: string): { id: number; hash: number; list: number } {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const hash = names.indexOf('hash');
  if (hash < 0)
    throw new OperatorError(
      `${basename(path)} has no column "Hash". A list of hashes has the header ID,Hash. Unpack a zip file first.`,
    );
  return { id: names.indexOf('id'), hash, list: names.indexOf('listtype') };
}

/** A SHA-256 in Base64 or hexadecimal digits, as Base64. null: it is neither. */
function readHash(cell: string): string | null {
  const text = cell.trim();
  if (BASE64.test(text)) return text;
  return HEX.test(text) ? Buffer.from(text, 'hex').toString('base64') : null;
}
