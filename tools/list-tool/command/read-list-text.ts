import { buffer } from 'node:stream/consumers';
import { readTextFile, textOf } from '#server/platform/disk/text-file.ts';

/** The text of a file, or of standard input for `-`. Throws OperatorError if it isn't text. */
export async function readListText(path: string): Promise<string> {
  return path === '-' ? textOf(await buffer(process.stdin), path) : readTextFile(path);
}
