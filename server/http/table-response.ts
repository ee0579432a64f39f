import type { Context } from 'hono';
import type { TableFormat } from '#contract/file-types.ts';
import { tableFile } from '../platform/xlsx/table-file.ts';
import type { AppEnv } from './context.ts';
import { streamBytes } from './text-stream.ts';

/** A table that is downloaded. */
interface TableDownload {
  /** one of our CSV files, while it is made */
  csv: Parameters<typeof tableFile>[0];
  format: TableFormat;
  /** the name of the file, without its ending */
  name: string;
  /** the name of the sheet of a workbook */
  sheet: string;
  headers?: Readonly<Record<string, string>>;
}

/** The response with a table as a file. Its bytes are made as the client takes them (`streamBytes`). */
export function tableResponse(
  context: Context<AppEnv>,
  { csv, format, name, sheet, headers = {} }: TableDownload,
): Response {
  const { type, ending, bytes } = tableFile(csv, format, sheet);
  return new Response(streamBytes(context, bytes), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}.${ending}"`,
      'Cache-Control': 'no-store',
      ...headers,
    },
  });
}
