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
  /**
   * How far the run is with this state of the source, and the keys there are; what there is of another state
   * is thrown away.
   */
  begin(state: SourceState): Promise<(RunProgress & { keys: readonly string[] }) | null>;
  /** Adds rows to the end of the file. */
  add(chunk: {
    records: number;
    csv: string;
    keys: readonly string[];
    next: string;
  }): Promise<RunProgress | null>;
}

/** Rows of one transaction at most: what a killed worker loses. */
const CHUNK_RECORDS = 2500;

/**
 * Writes the first `wanted` records of a search into the book, and goes on where the book ends. Where the
 * source changed on the way it begins anew, so that the file has no record twice. Answers how many there are
 * at the end; null when the run was taken away.
 */
export async function scrapePeople(
  source: PeopleSource,
  book: RunBook,
  wanted: number,
  signal: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const state = await source.state(signal);
    const begun = await book.begin(state);
    if (!begun) return null;
    const seen = new Set(begun.keys);
    let progress: RunProgress = begun;
    let more = true;
    while (more && progress.records < wanted) {
      signal.throwIfAborted();
      const most = Math.min(CHUNK_RECORDS, wanted - progress.records);
      const page = await source.page({ state, after: progress.cursor, most, seen }, signal);
      // The page may be of what came meanwhile.
      if ((await source.state(signal)).version !== state.version) break;
      more = page.more;
      const added = await book.add({
        records: page.records.length,
        csv: page.records.map((cells) => csvLine(cells)).join(''),
        keys: page.keys,
        next: page.next,
      });
      if (!added) return null;
      progress = added;
      for (const key of page.keys) seen.add(key);
    }
    if (!more || progress.records >= wanted) return progress.records;
  }
}
