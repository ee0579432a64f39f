import { CircleStop, Download, FileSpreadsheet, PencilLine, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { type CostlyStart, resumeLabel } from '../../kit/task-actions.tsx';
import { canRetry, retryLabel } from '../../kit/task-labels.ts';
import type { useCsvDownload } from '../../kit/use-csv-download.ts';
import type { useCancelTask } from '../../kit/use-task.ts';
import { DropdownMenu, DropdownMenuItem, DropdownMenuSeparator } from '../../ui/dropdown-menu.tsx';
import type { MenuState } from '../../ui/menu-trigger.ts';

export interface TaskMenuItemsProps {
  menu: MenuState;
  task: TaskView;
  cancel: ReturnType<typeof useCancelTask>;
  retry: CostlyStart;
  download: ReturnType<typeof useCsvDownload>;
  resuming: CostlyStart;
  onRename: () => void;
  onDelete: () => void;
}

/** The content of a task's menu. */
export default function TaskMenuItems({
  menu,
  task,
  cancel,
  retry,
  download,
  resuming,
  onRename,
  onDelete,
}: TaskMenuItemsProps) {
  const renames = useRef(false);
  const running = isRunning(task.status);
  const hasRows = task.rows_deleted_at === null;
  return (
    <DropdownMenu
      menu={menu}
      align="end"
      // The name's field has the focus, not this button.
      onCloseAutoFocus={(event) => {
        if (renames.current) event.preventDefault();
        renames.current = false;
      }}
    >
      <DropdownMenuItem disabled={task.processed === 0 || !hasRows} onSelect={() => download.mutate({})}>
        <Download aria-hidden />
        Download CSV
      </DropdownMenuItem>
      <DropdownMenuItem
        disabled={task.processed === 0 || !hasRows}
        onSelect={() => download.mutate({ format: 'xlsx' })}
      >
        <FileSpreadsheet aria-hidden />
        Download XLSX
      </DropdownMenuItem>
      {canRetry(task) && (
        <DropdownMenuItem onSelect={retry.start}>
          <RotateCcw aria-hidden />
          {retryLabel(task)}
        </DropdownMenuItem>
      )}
      {task.resumable && (
        <DropdownMenuItem onSelect={resuming.start}>
          <Play aria-hidden />
          {resumeLabel(task)}
        </DropdownMenuItem>
      )}
      {running && (
        <DropdownMenuItem onSelect={() => cancel.mutate(task.id)}>
          <CircleStop aria-hidden />
          Cancel
        </DropdownMenuItem>
      )}
      <DropdownMenuItem
        onSelect={() => {
          renames.current = true;
          onRename();
        }}
      >
        <PencilLine aria-hidden />
        Rename
      </DropdownMenuItem>
      {!running && hasRows && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem className="text-danger [&_svg]:text-danger" onSelect={onDelete}>
            <Trash2 aria-hidden />
            Delete results
          </DropdownMenuItem>
        </>
      )}
    </DropdownMenu>
  );
}
