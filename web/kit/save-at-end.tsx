import { type ReactNode, useId, useMemo, useState } from 'react';
import { ListName } from '#contract/lists.ts';
import type { StartSave } from '#contract/start-save.ts';
import type { TaskType } from '#contract/tasks.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { type Persistence, usePersistedState } from '../lib/use-persisted-state.ts';
import type { SaveAtEndFieldsProps } from './save-at-end-fields.tsx';
import { SaveAtEndDraft, savedRows, suggestedName } from './saved-rows.tsx';

const loadFields = () => import('./save-at-end-fields.tsx');

type KeptDraft = ReturnType<typeof useKeptSave>;

/**
 * Asks in the form of a tool whether the results are to be saved to a list when the task ends: show `field`. `read` returns that
 * part of the request, or null if the name can't be one, which the field then says. `hasPeople`: the task looks for people.
 * `kept`: keeps the choice through reloads, until `clear`.
 */
export function useSaveAtEnd({
  type,
  hasPeople = false,
  kept,
}: {
  type: TaskType;
  hasPeople?: boolean;
  kept?: KeptDraft;
}): {
  field: ReactNode;
  read: () => { saveTo?: StartSave } | null;
  clear: () => void;
} {
  const id = useId();
  const own = useState<SaveAtEndDraft | null>(null);
  const [draft, setDraft] = kept ?? own;
  const [fault, setFault] = useState<string>();
  const Fields = useLoaded<SaveAtEndFieldsProps>(draft !== null, loadFields, () => setDraft(null), {
    isInPage: true,
  });
  const usual = hasPeople ? 'people' : 'found';
  const rows = draft?.rows === 'people' ? usual : (draft?.rows ?? usual);
  const name = draft?.name ?? suggestedName(type, new Date().toISOString(), rows);
  const change = (next: SaveAtEndDraft | null) => {
    setFault(undefined);
    setDraft(next);
  };
  return {
    read: () => {
      if (!draft) return {};
      const parsed = ListName.safeParse(name);
      setFault(parsed.error?.issues[0]?.message);
      return parsed.success ? { saveTo: { name: parsed.data, ...savedRows(rows, draft.perSite) } } : null;
    },
    clear: () => setDraft(null),
    field: (
      <div className="grid min-w-0 gap-2">
        <div className="flex items-start gap-2.5">
          <input
            id={id}
            type="checkbox"
            checked={draft !== null}
            onChange={({ target }) => change(target.checked ? { perSite: '' } : null)}
            className="mt-0.5 size-4 shrink-0 accent-(--accent)"
          />
          <label htmlFor={id} className="min-w-0 cursor-pointer text-sm font-medium">
            Save the results to a list when the task ends
          </label>
        </div>
        {Fields && draft && <Fields {...{ type, hasPeople, rows, name, fault, draft }} onDraft={change} />}
      </div>
    ),
  };
}

/** The choice of an account in the form of a tool. It stays in this browser, like the list of the form. */
export function useKeptSave(type: TaskType, accountId: string) {
  const keeping = useMemo<Persistence<SaveAtEndDraft | null>>(
    () => ({
      key: `leadwell-save-at-end-${type}-${accountId}`,
      parse: (saved) => {
        try {
          return SaveAtEndDraft.nullable().parse(JSON.parse(saved ?? 'null'));
        } catch {
          return null;
        }
      },
      format: (draft) => draft && JSON.stringify(draft),
      atOnce: (before, next) => before === null || next === null,
      perTab: true,
    }),
    [type, accountId],
  );
  return usePersistedState(keeping);
}
