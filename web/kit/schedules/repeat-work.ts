import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { ListView } from '#contract/lists.ts';
import type { StartSave } from '#contract/start-save.ts';
import type { TaskType } from '#contract/tasks.ts';

/** What a schedule is to repeat. */
export type RepeatedWork = z.input<typeof SCHEDULE_CALLS.scheduleCreate.input>['work'];

/** Asks whether the results of a task are saved to a list: `useSaveAtEnd`, which this folder can't import. */
export type UseSaving = (task: { type: TaskType; hasPeople: boolean }) => {
  field: ReactNode;
  /** null: what was typed can't be used */
  read: () => { saveTo?: StartSave } | null;
};

/** What a person chose to repeat, and what they can still choose. */
export type Repeatable =
  | {
      kind: 'list';
      list: ListView;
      steps: readonly string[] | null;
      cells: 'empty' | 'failed' | 'stale' | 'all';
      /** whether the run was for some rows only, which a schedule can't remember */
      someRows: boolean;
    }
  /** `name`: of the list that gets new leads, which can be changed */
  | { kind: 'leads'; work: Extract<RepeatedWork, { kind: 'leads' }>; name: string }
  | { kind: 'task'; task: string; name: string; type: TaskType; hasPeople: boolean; useSaving: UseSaving };
