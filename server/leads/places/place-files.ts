import { realpath, stat } from 'node:fs/promises';
import { z } from 'zod';
import { fileReason } from '../../platform/file-reason.ts';
import { firstErrorLine, OperatorError } from '../../platform/operator-error.ts';
import { LOAD_SECONDS, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import { number } from '../table-facts.ts';
import { type FileColumn, planPlaces } from './place-columns.ts';

/** What reads the file with the parameter `path`. */
export const FILE = 'file({path:String}, Parquet)';

/** One of Overture's Parquet files. */
export interface PlaceFile {
  path: string;
  bytes: number;
  modified: Date;
  rows: number;
  /** the SQL of each of `PLACE_COLUMNS` */
  selected: readonly string[];
}

/** Opens Overture's files, each once. Throws OperatorError if one can't be read or isn't one of Overture Places. */
export async function openPlaceFiles(warehouse: Warehouse, paths: readonly string[]): Promise<PlaceFile[]> {
  const files: PlaceFile[] = [];
  for (const path of new Set(await Promise.all(paths.map(resolved))))
    files.push(await openFile(warehouse, path));
  return files;
}

async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (cause) {
    throw new OperatorError(`The file ${path} can't be read: ${fileReason(cause)}`, { cause });
  }
}

const Column = z.object({ name: z.string(), type: z.string() });
const READ = { seconds: LOAD_SECONDS, work: 'load' } as const;

async function openFile(warehouse: Warehouse, path: string): Promise<PlaceFile> {
  const { size: bytes, mtime: modified } = await stat(path);
  const params = { path };
  let columns: FileColumn[];
  let rows: number;
  try {
    columns = await warehouse.rows({ sql: `DESCRIBE TABLE ${FILE}`, params }, Column, READ);
    rows = (await number(warehouse, { sql: `SELECT count() AS n FROM ${FILE}`, params })) ?? 0;
  } catch (cause) {
    const reason = firstErrorLine(cause instanceof Error ? (cause.cause ?? cause) : cause);
    throw new OperatorError(`The file ${path} can't be read as Parquet: ${reason}`, { cause });
  }
  const plan = planPlaces(columns);
  if ('missing' in plan)
    throw new OperatorError(
      `The file ${path} isn't one of Overture Places: it has no ${plan.missing}. The database was not changed.`,
    );
  return { path, bytes, modified, rows, selected: plan.selected };
}
