import { useMemo } from 'react';
import { z } from 'zod';
import type { LeadDatabase } from '#contract/leads.ts';
import { type Persistence, usePersistedState } from '../../../lib/use-persisted-state.ts';

const Columns = z.array(z.string());

/** The columns of a database that the user hid, saved in this browser. */
export function useHiddenColumns(database: LeadDatabase) {
  const persistence = useMemo(
    (): Persistence<string[]> => ({
      key: `leadwell:hidden-lead-columns:${database}`,
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
    [database],
  );
  return usePersistedState(persistence);
}
