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

/** Hands a file to the browser's downloads. */
function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Revoked in the same turn, some browsers save an empty file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
