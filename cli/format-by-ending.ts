import { extname } from 'node:path';
import { fileEnding } from '#contract/file-types.ts';
import { UsageError } from './usage-error.ts';

/** The format that the ending of a file names: "people.JSONL" -> jsonl. CSV without an ending. Throws UsageError for any other. */
export function formatByEnding<Format extends string>(
  file: string,
  formats: readonly Format[],
): Format | 'csv' {
  const ending = extname(file).slice(1).toLowerCase();
  const named = formats.filter((each) => fileEnding(each) === each);
  const format = ending === '' ? 'csv' : named.find((each) => each === ending);
  if (format !== undefined) return format;
  throw new UsageError(
    `Can't write a .${ending} file. Use a name that ends with ${named.map((each) => `.${each}`).join(', ')}.`,
  );
}
