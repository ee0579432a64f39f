import { useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { plural } from '#contract/plural.ts';
import type { TaskView } from '#contract/tasks.ts';
import { invoke } from '../lib/calls.ts';
import { hasPeople } from './has-people.ts';
import { SaveToList } from './save-to-list.tsx';
import { PerSiteField, savedRows, suggestedName } from './saved-rows.tsx';
import { taskLabels } from './task-labels.ts';

interface SaveTaskProps {
  task: Pick<TaskView, 'id' | 'type' | 'processed' | 'found' | 'rows_deleted_at' | 'createdat' | 'options'>;
  /** only these rows, as the call takes them */
  selected?: { rows: { show?: string; q?: string; where?: string; selected?: string }; count: number };
  /** opens the list, where every tool can start with it */
  continues?: boolean;
}

/** Saves the results of a task to a list, also while the task runs. */
export function SaveTask({ task, selected, continues = false }: SaveTaskProps) {
  const { type, found, processed } = task;
  const [perSite, setPerSite] = useState('');
  const { item } = taskLabels(type);
  const usual = suggestedName(type, task.createdat, 'found');
  const only = { value: 'found' as const, label: `Only found (${plural(found, item)})` };
  const all = { value: 'all' as const, label: `All (${plural(processed, item)})` };
  // A tool works on a whole list, so it gets a new one.
  const isNew = continues && selected !== undefined;
  const people = {
    value: 'people' as const,
    label: 'One row per person',
    list: {
      source: { kind: 'own' as const },
      suggested: suggestedName(type, task.createdat, 'people'),
    },
    more: <PerSiteField value={perSite} onChange={setPerSite} />,
  };
  const websites = found === 0 ? [all, only] : [only, all];
  const chosen = selected && { value: 'all' as const, label: plural(selected.count, 'selected row') };
  return (
    <SaveToList
      source={{ kind: 'task', type }}
      suggested={isNew ? `${usual}, ${plural(selected.count, 'row')}` : usual}
      isNew={isNew}
      rows={
        hasPeople(task)
          ? [...(chosen ? [chosen] : websites), people]
          : !selected
            ? websites
            : continues
              ? `Saves ${plural(selected.count, 'row')} with all columns. Choose the tool on the page of the list.`
              : `Saves ${plural(selected.count, 'selected row')} with all columns.`
      }
      save={(list, rows = 'all', edit) =>
        invoke(LIST_CALLS.listSaveTask, {
          taskId: task.id,
          name: list,
          ...savedRows(rows, perSite),
          ...selected?.rows,
          edit,
        })
      }
      continues={continues}
      disabled={processed === 0 || task.rows_deleted_at !== null}
    />
  );
}
