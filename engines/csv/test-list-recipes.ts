import { type ListLimits, type PersonTableShape, readPersonRows } from './person-table.ts';
import { csvLine } from './write-csv.ts';

/** A text made of repeated pieces, so that a child process gets a description instead of megabytes. */
export interface ListRecipe {
  start?: string;
  repeat: string;
  times: number;
  end?: string;
}

/** What reading a text took. */
export interface ListReading extends Pick<PersonTableShape, 'exceeded'> {
  chars: number;
  rows: number;
  /** in the header */
  columns: number;
  /** in all rows, including the parts that are no domain or name */
  cellChars: number;
  /** pauses in which a server handles other requests */
  steps: number;
  /** rows with an unclosed quote */
  broken: number;
}

/** Reads the texts of recipes. Tests run it in a process with little memory. */
export async function readRecipes({
  recipes,
  limits,
}: {
  recipes: readonly ListRecipe[];
  limits?: ListLimits;
}): Promise<ListReading[]> {
  return recipes.map(({ start = '', repeat, times, end = '' }) =>
    read(`${start}${repeat.repeat(times)}${end}`, limits),
  );
}

/** Writes the texts of recipes as one CSV cell each; returns the lengths. */
export async function writeRecipes({ recipes }: { recipes: readonly ListRecipe[] }): Promise<number[]> {
  return recipes.map(
    ({ start = '', repeat, times, end = '' }) => csvLine([`${start}${repeat.repeat(times)}${end}`]).length,
  );
}

function read(text: string, limits: ListLimits | undefined): ListReading {
  const counts = { chars: text.length, rows: 0, cellChars: 0, steps: 0, broken: 0 };
  const reading = readPersonRows(text, { limits });
  for (;;) {
    const step = reading.next();
    if (step.done) return { ...counts, exceeded: step.value.exceeded, columns: step.value.header.length };
    counts.steps += 1;
    counts.rows += step.value.length;
    for (const { cells, fault } of step.value) {
      counts.cellChars += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (fault === 'open-quote') counts.broken += 1;
    }
  }
}
