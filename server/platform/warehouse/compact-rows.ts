import { z } from 'zod';
import { CallError } from '#contract/errors.ts';

const Cells = z.array(z.unknown());

/**
 * Reads the rows of a SELECT in the format JSONCompactEachRow, as `Warehouse.bytes` returns it. Throws CallError `internal` if the
 * result ends with anything but rows of so many cells, such as the text of a late failure, also if that is valid JSON: before 25.11,
 * ClickHouse can write it as a row.
 */
export async function* compactRows(pieces: AsyncIterable<Buffer>, cells: number): AsyncGenerator<unknown[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield readRow(line, cells);
  }
  rest += decoder.decode();
  if (rest !== '') throw brokenResult(rest);
}

function readRow(line: string, cells: number): unknown[] {
  let row: unknown[];
  try {
    row = Cells.parse(JSON.parse(line));
  } catch {
    throw brokenResult(line);
  }
  if (row.length !== cells) throw brokenResult(line);
  return row;
}

/** Rows have contacts, which no log may have, but the text of a failure is needed there. */
function brokenResult(line: string): CallError {
  const [failure] = /\bCode: \d+\. DB::Exception:.{0,300}/s.exec(line) ?? [];
  const cause = new Error(failure ?? 'The result of the lead database ends within a row.');
  return new CallError('internal', undefined, { cause });
}
