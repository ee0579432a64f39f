import type { SourceState } from './people-source.ts';
import type { RunBook } from './scrape-people.ts';

/** A book in memory, for tests of runs. */
export function memoryBook(): RunBook & { rows(): string[] } {
  let kept: SourceState | null = null;
  let csv = '';
  let keys: string[] = [];
  let records = 0;
  let cursor: string | null = null;
  return {
    async begin(state) {
      if (kept?.version !== state.version) {
        csv = '';
        keys = [];
        records = 0;
        cursor = null;
      }
      kept = state;
      return { records, cursor, keys };
    },
    async add(chunk) {
      csv += chunk.csv;
      keys.push(...chunk.keys);
      records += chunk.records;
      cursor = chunk.next;
      return { records, cursor };
    },
    rows: () => csv.split('\r\n').slice(0, -1),
  };
}
