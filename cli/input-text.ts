import { buffer } from 'node:stream/consumers';
import { decodeText, readTextFile } from '#server/platform/files/text-file.ts';

/** What messages call a file of the command line. */
export function inputName(path: string): string {
  return path === '-' ? 'Standard input' : path;
}

/** Reads a text file, a sheet of a workbook, or standard input for `-`, and says what to know about it. Throws OperatorError. */
export async function readInputText(path: string): Promise<string> {
  const say = (note: string) => void process.stderr.write(`${note}\n`);
  return path === '-'
    ? decodeText(await buffer(process.stdin), inputName(path), say)
    : readTextFile(path, say);
}
