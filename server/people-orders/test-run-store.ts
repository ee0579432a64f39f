import type { SourceState } from './people-source.ts';
import type { RunStore } from './scrape-people.ts';

/** A run store in memory, for tests. */
export function memoryRunStore(): RunStore & { rows(): string[] } {
  let current: SourceState | null = null;
  let csv = '';
  let keys: string[] = [];
  let records = 0;
  let cursor: string | null = null;
  return {
    async begin(state) {
      if (current?.version !== state.version) {
        csv = '';
        keys = [];
        records = 0;
        cursor = null;
      }
      current = state;
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
