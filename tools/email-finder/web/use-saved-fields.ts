import { useMemo, useState } from 'react';
import { type Persistence, usePersisted } from '#web/lib/use-persisted-state.ts';
import { type Fields, formatFields, parseFields } from './saved-fields.ts';

/**
 * The fields of a single lookup as typed, saved in this browser until the lookup has started. `first`: those of an earlier
 * visit. `forget` removes them if they are still the `started` ones. Pass the same `empty` on each render.
 */
export function useSavedFields<F extends Fields>(mode: 'find' | 'verify', accountId: string, empty: F) {
  const persistence = useMemo(
    (): Persistence<F | null> => ({
      key: `leadwell-draft-${mode}-email-${accountId}`,
      parse: (saved) => parseFields(saved, empty),
      format: formatFields,
      atOnce: (_before, next) => next === null,
      perTab: true,
    }),
    [mode, accountId, empty],
  );
  const { value, update, latest } = usePersisted(persistence);
  const [first] = useState(value);
  return {
    first,
    save: (fields: F) => update({ ...fields }),
    forget: async (started: F) => {
      if (formatFields(latest()) === formatFields(started)) update(null);
    },
  };
}
