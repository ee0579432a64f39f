import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { type TableFormat, XLSX_TYPE } from '#contract/file-types.ts';
import { type InvokeOptions, sendCall } from './calls.ts';

/**
 * Downloads the file that a call returns and saves it as `fileName`. The browser keeps large files on disk,
 * not in memory. Throws CallError.
 */
export async function downloadCall<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  fileName: string,
  options: Pick<InvokeOptions, 'signal'> = {},
): Promise<void> {
  const response = await sendCall(call, input, options);
  saveFile(await response.blob(), fileName);
}

/** Like `downloadCall`, for a CSV file. Returns its number of rows, without the header. */
export async function downloadCsv<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  fileName: string,
): Promise<number> {
  const response = await sendCall(call, input);
  const type = response.headers.get('content-type') ?? 'text/csv;charset=utf-8';
  const counter = createRowCounter(/charset=([\w-]+)/.exec(type)?.[1]);
  const parts: BlobPart[] = [];
  for (const reader = response.body?.getReader(); ; ) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    parts.push(chunk.value);
    counter.push(chunk.value);
  }
  saveFile(new Blob(parts, { type }), fileName);
  return counter.rows();
}

const LINE_FEED = 0x0a;
const PROGRESS_EVERY_MS = 100;

/**
 * Downloads a CSV file without line breaks inside its rows, or an Excel workbook, reports progress and saves the file. Only a
 * CSV file says how many of its rows have arrived. Returns the number of rows without the header. Throws CallError if refused, and the browser's TypeError if the
 * connection breaks.
 */
export async function downloadRows<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  fileName: string,
  onProgress: (progress: { rows: number; of: number | null }) => void,
  format: TableFormat = 'csv',
): Promise<number> {
  const accept = format === 'xlsx' ? XLSX_TYPE : 'text/csv';
  const response = await sendCall(call, input, { headers: { accept } });
  const total = Number(response.headers.get('x-total-count'));
  const of = total > 0 ? total : null;
  if (format === 'xlsx') {
    onProgress({ rows: 0, of });
    saveFile(await response.blob(), fileName);
    return total;
  }
  const parts: BlobPart[] = [];
  let lines = 0;
  let reportedAt = 0;
  for (const reader = response.body?.getReader(); ; ) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) break;
    parts.push(chunk.value);
    for (
      let index = chunk.value.indexOf(LINE_FEED);
      index >= 0;
      index = chunk.value.indexOf(LINE_FEED, index + 1)
    )
      lines += 1;
    if (performance.now() - reportedAt < PROGRESS_EVERY_MS) continue;
    reportedAt = performance.now();
    onProgress({ rows: Math.max(0, lines - 1), of });
  }
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName);
  return Math.max(0, lines - 1);
}

/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers save an empty file if the URL is revoked at once.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Opens a link to a file of this server. The browser saves the file and stays on the page. */
export function openDownload({ url, fileName }: { url: string; fileName: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/**
 * Counts the rows of a CSV file while it arrives. Line breaks inside quotes don't count, nor does the header.
 * `encoding` is the file's, as its content type names it.
 */
export function createRowCounter(encoding = 'utf-8'): { push(bytes: Uint8Array): void; rows(): number } {
  const decoder = new TextDecoder(encoding);
  let lines = 0;
  let quoted = false;
  let open = false;
  const read = (text: string) => {
    for (const char of text) {
      if (char === '"') quoted = !quoted;
      if (char === '\n' && !quoted) {
        lines += 1;
        open = false;
      } else open = true;
    }
  };
  return {
    push: (bytes) => read(decoder.decode(bytes, { stream: true })),
    rows: () => Math.max(0, lines + (open ? 1 : 0) - 1),
  };
}
