import { z } from 'zod';

/** A table in a backup. Its rows are in files named by `tableFile`, in the text format of COPY. */
export const BackedUpTable = z.object({ name: z.string(), columns: z.array(z.string()) });
export type BackedUpTable = z.infer<typeof BackedUpTable>;

/** Whole rows of a table of the product, or of the queue (`queue`). */
export interface TableFile {
  of: 'tables' | 'queue';
  table: string;
  bytes: Buffer;
}

/** A file with rows is about this large. Both sides hold one in memory. */
const FILE_BYTES = 4 * 1024 * 1024;
const NAME = /^(tables|queue)\/([a-z][a-z0-9_]*)\/\d{6}\.copy$/;
const LINE_END = 10;

/** The name of a file with rows; its number starts at 1. */
export function tableFile(of: TableFile['of'], table: string, number: number): string {
  return `${of}/${table}/${`${number}`.padStart(6, '0')}.copy`;
}

/** What a file in a backup has rows of; null: it has none. */
export function parseTableFile(name: string): Pick<TableFile, 'of' | 'table'> | null {
  const [, of, table] = NAME.exec(name) ?? [];
  if (table === undefined) return null;
  return { of: of === 'queue' ? 'queue' : 'tables', table };
}

/** Joins what COPY writes into pieces of whole rows. The text format has a line for each row. */
export async function* wholeRows(chunks: AsyncIterable<Buffer>, bytes = FILE_BYTES): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < bytes) continue;
    const end = chunk.lastIndexOf(LINE_END) + 1;
    if (end === 0) continue;
    const rest = chunk.subarray(end);
    waiting[waiting.length - 1] = chunk.subarray(0, end);
    yield Buffer.concat(waiting);
    waiting = rest.length > 0 ? [Buffer.from(rest)] : [];
    size = rest.length;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
