import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import { sendCall } from './calls.ts';

/**
 * Fetches a file call with the person's token and saves it under `fileName`; the browser keeps a large one on disk, not in
 * memory. Throws CallError.
 */
export async function downloadCall<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  fileName: string,
): Promise<void> {
  const response = await sendCall(call, input);
  saveFile(await response.blob(), fileName);
}

const LINE_FEED = 0x0a;

/**
 * Fetches a CSV file whose rows have no line ends of their own, tells how many came, and saves it. Returns the number of rows without
 * the header. Throws CallError where it was refused; a TypeError of the browser where it broke off.
 */
export async function downloadRows<C extends Call>(
  call: C,
  input: z.input<C['input']>,
  fileName: string,
  onProgress: (progress: { rows: number; of: number | null }) => void,
): Promise<number> {
  const response = await sendCall(call, input, { headers: { accept: 'text/csv' } });
  const total = Number(response.headers.get('x-total-count'));
  const of = total > 0 ? total : null;
  const parts: BlobPart[] = [];
  let lines = 0;
  let told = 0;
  for (const reader = response.body?.getReader(); ; ) {
    const piece = await reader?.read();
    if (!piece || piece.done) break;
    parts.push(piece.value);
    for (let at = piece.value.indexOf(LINE_FEED); at >= 0; at = piece.value.indexOf(LINE_FEED, at + 1))
      lines += 1;
    if (performance.now() - told < 100) continue;
    told = performance.now();
    onProgress({ rows: Math.max(0, lines - 1), of });
  }
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName);
  return Math.max(0, lines - 1);
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Revoked in the same turn, some browsers save an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
