import { csvLine } from '#engines/csv/write-csv.ts';
import type { PeopleSource, SourceState } from './people-source.ts';

/** The progress of a run. */
export interface RunProgress {
  records: number;
  /** start of the next page; null at the beginning */
  cursor: string | null;
}

/** Stores the records of a run. Both methods return null if another worker took the run. */
export interface RunStore {
  /**
   * Returns the progress with this state of the source and the stored keys. Deletes records of another state.
   */
  begin(state: SourceState): Promise<(RunProgress & { keys: readonly string[] }) | null>;
  /** Appends rows to the file. */
  add(chunk: {
    records: number;
    csv: string;
    keys: readonly string[];
    next: string;
  }): Promise<RunProgress | null>;
}

/** Maximum rows per transaction, which a killed worker loses. */
const CHUNK_RECORDS = 2500;

/**
 * Stores the first `wanted` records of a search and continues from the stored ones. If the source changes
 * meanwhile, it starts over, so that no record repeats. Returns how many records are stored; null if another
 * worker took the run. Throws if the source fails.
 */
export async function scrapePeople(
  source: PeopleSource,
  store: RunStore,
  wanted: number,
  signal: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const state = await source.state(signal);
    const begun = await store.begin(state);
    if (!begun) return null;
    const seen = new Set(begun.keys);
    let progress: RunProgress = begun;
    let more = true;
    while (more && progress.records < wanted) {
      signal.throwIfAborted();
      const most = Math.min(CHUNK_RECORDS, wanted - progress.records);
      const page = await source.page({ state, after: progress.cursor, most, seen }, signal);
      // The page may belong to a newer state.
      if ((await source.state(signal)).version !== state.version) break;
      more = page.more;
      const added = await store.add({
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
