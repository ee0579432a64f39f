import { useMemo } from 'react';
import { z } from 'zod';
import { type Persistence, usePersistedState } from './use-persisted-state.ts';

const Columns = z.array(z.string());

/** The columns of a table that the user hid, saved in this browser under `key`. */
export function useHiddenColumns(key: string) {
  const persistence = useMemo(
    (): Persistence<string[]> => ({
      key,
      parse: (saved) => {
        try {
          return Columns.parse(JSON.parse(saved ?? '[]'));
        } catch {
          return [];
        }
      },
      format: (columns) => (columns.length > 0 ? JSON.stringify(columns) : null),
      atOnce: () => true,
    }),
    [key],
  );
  return usePersistedState(persistence);
}
