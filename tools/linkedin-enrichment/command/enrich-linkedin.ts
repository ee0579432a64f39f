import { buffer } from 'node:stream/consumers';
import { runOperatorCommand } from '#cli/command.ts';
import { Misuse } from '#cli/misuse.ts';
import { type LinkedinEntry, readLinkedinList } from '#engines/csv/linkedin-list.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readTextFile, textOf } from '#server/platform/text-file.ts';

export interface EnrichOptions {
  /** a file, or - for standard input */
  input?: string;
  /** saved profile pages */
  page?: string[];
}

/**
 * `leadwell enrich-linkedin`: URLs from the arguments and from a file or standard input. Throws Misuse if there
 * are none, OperatorError if a file can't be read.
 */
export async function main(urls: readonly string[], { input, page = [] }: EnrichOptions): Promise<void> {
  if (urls.length === 0 && input === undefined && page.length === 0)
    throw new Misuse('Pass one or more LinkedIn profile URLs, or a file of URLs with --input.');
  const listed = input === undefined ? [] : await readList(input);
  const { entries } = readLinkedinList(urls.join('\n'));
  const pages = await Promise.all(page.map((file) => readTextFile(file)));
  const all = [...entries, ...listed].map(({ linkedinUrl, name, company }) => ({
    linkedinUrl,
    name,
    company,
  }));
  await runOperatorCommand('enrich-linkedin', { entries: all, pages });
}

async function readList(path: string): Promise<LinkedinEntry[]> {
  const text = await (path === '-'
    ? buffer(process.stdin).then((bytes) => textOf(bytes, path))
    : readTextFile(path));
  const { entries } = readLinkedinList(text);
  if (entries.length === 0) throw new OperatorError(`${path} has no LinkedIn URLs.`);
  return entries;
}
