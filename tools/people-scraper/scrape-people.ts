import { csvLine } from '#engines/csv/write-csv.ts';
import type { PeopleSource, SourceState } from './people-source.ts';

/** How far a run is. */
export interface RunProgress {
  records: number;
  /** where the next page begins; null at the beginning */
  cursor: string | null;
}

/** Where a run writes what it found. Both answer null when the run is no longer the caller's to write. */
export interface RunBook {
  /** How far the run is with this state of the source; what there is of another one is thrown away. */
  begin(state: SourceState): Promise<RunProgress | null>;
  /** Adds rows to the end of the file. */
  add(chunk: { records: number; csv: string; next: string }): Promise<RunProgress | null>;
}

/** Rows of one transaction: what a killed worker loses. */
const CHUNK_RECORDS = 2500;

/**
 * Writes the first `wanted` records of a search into the book, and goes on where the book ends. Where the source changed on the way it
 * begins anew, so that the file has no record twice. Answers how many there are at the end; null when the run was taken away.
 */
export async function scrapePeople(
  source: PeopleSource,
  book: RunBook,
  wanted: number,
  signal: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const state = await source.state(signal);
    let progress = await book.begin(state);
    let more = true;
    while (progress && more && progress.records < wanted) {
      signal.throwIfAborted();
      const most: number = Math.min(CHUNK_RECORDS, wanted - progress.records);
      const page = await source.page(state, progress.cursor, most, signal);
      // The page may be of what came meanwhile.
      if ((await source.state(signal)).version !== state.version) break;
      more = page.more;
      if (page.records.length === 0 && !more) continue;
      progress = await book.add({
        records: page.records.length,
        csv: page.records.map((cells) => csvLine(cells)).join(''),
        next: page.next,
      });
    }
    if (!progress) return null;
    if (!more || progress.records >= wanted) return progress.records;
  }
}
