import { Download, RotateCcw } from 'lucide-react';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import { writeSelectedRows } from '#contract/selected-rows.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { useAccount } from '../lib/account.ts';
import { Button } from '../ui/button.tsx';
import { accountCredits } from './large-spend.ts';
import { SaveTask } from './save-task.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useRetryTask } from './task-actions.tsx';
import { useCsvDownload } from './use-csv-download.ts';
import type { RowSelection } from './use-row-selection.ts';
import { useSpend } from './use-spend.tsx';

interface SelectedResultsProps {
  task: TaskView;
  selection: RowSelection;
  /** rows that match the filter */
  total: number;
  /** the positions of these rows, if all are loaded */
  positions: readonly number[] | null;
  /** the filter, as calls take it */
  filter: { show?: string; q?: string; where?: string };
  /** `filter` isn't known yet */
  waits: boolean;
}

/** What can be done with the selected results of a task. */
export function SelectedResults(props: SelectedResultsProps) {
  const { task, selection, total, positions, filter, waits } = props;
  const { ids, all } = selection;
  const download = useCsvDownload(task);
  const retry = useRetryTask();
  const { data: account } = useAccount();
  const { spend, question } = useSpend(account);
  const chosen = all ? positions : [...ids];
  const rows = all ? filter : { ...filter, selected: writeSelectedRows(ids) };
  const count = all ? total : ids.size;
  const canRun = chosen !== null && chosen.length <= SELECTED_ROWS_MAX && !isRunning(task.status);
  const cost = count * (toolOfType(task.type)?.task.creditsPerItem ?? 1);
  if (waits) return null;
  return (
    <SelectionBar selection={selection} total={total}>
      {question}
      <Button variant="secondary" size="sm" busy={download.isPending} onClick={() => download.mutate(rows)}>
        {!download.isPending && <Download aria-hidden />}
        Export CSV
      </Button>
      <SaveTask task={task} selected={{ rows, count }} />
      {canRun && (
        <Button
          variant="secondary"
          size="sm"
          busy={retry.isPending}
          onClick={() =>
            spend({
              action: 'Run again',
              cost: Math.min(cost, accountCredits(account) ?? cost),
              // Rows that aren't found, and fresh repeats, are free.
              upTo: true,
              go: () => retry.mutate({ ...task, selected: writeSelectedRows(chosen) }),
            })
          }
        >
          {!retry.isPending && <RotateCcw aria-hidden />}
          Run again
        </Button>
      )}
      <SaveTask task={task} selected={{ rows, count }} continues />
    </SelectionBar>
  );
}
