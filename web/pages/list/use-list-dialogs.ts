import { useState } from 'react';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { RunCells } from '#contract/list-runs.ts';
import type { ListRow } from '#contract/lists.ts';

/** What can be open over a list. */
export type ListDialog =
  | { kind: 'step'; draft: StepDraft | null }
  /** null: all steps */
  | { kind: 'run'; steps: readonly string[] | null; cells?: RunCells }
  /** null: the whole row */
  | { kind: 'cell'; row: ListRow; column: string | null }
  | { kind: 'column'; column: string }
  | { kind: 'delete-column'; column: string }
  | { kind: 'duplicates'; columns: readonly string[] }
  | { kind: 'import' }
  | { kind: 'inbox' };

export interface ListDialogs {
  /** The latest one, which stays until its end has been animated. */
  latest: ListDialog | null;
  isOpen: boolean;
  /** changes with each dialog, so that it starts afresh */
  key: number;
  open: (dialog: ListDialog) => void;
  /** What the dialog with this key can do. A late reply to one that was closed changes nothing. */
  of: (key: number) => Pick<ListDialogs, 'open'> & { close: () => void };
}

/** Which dialog of a list is open. `first`: at the start */
export function useListDialogs(first: ListDialog | null = null): ListDialogs {
  const [state, setState] = useState<{ latest: ListDialog | null; isOpen: boolean; key: number }>({
    latest: first,
    isOpen: first !== null,
    key: 0,
  });
  const opened = (latest: ListDialog) => (before: typeof state) => ({
    latest,
    isOpen: true,
    key: before.key + 1,
  });
  return {
    ...state,
    open: (latest) => setState(opened(latest)),
    of(key) {
      const change = (toNext: (before: typeof state) => typeof state) =>
        setState((before) => (before.isOpen && before.key === key ? toNext(before) : before));
      return {
        open: (latest) => change(opened(latest)),
        close: () => change((before) => ({ ...before, isOpen: false })),
      };
    },
  };
}
