import { CircleStop, Download, Ellipsis, PencilLine, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { isRunning } from '#contract/tasks.ts';
import { useRetryTask } from '../../kit/task-actions.tsx';
import { canRetry, retryLabel, taskTitle } from '../../kit/task-labels.ts';
import { useCsvDownload } from '../../kit/use-csv-download.ts';
import { type TaskSummary, useCancelTask, type useResumeTask } from '../../kit/use-task.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';

interface TaskMenuProps {
  task: TaskSummary;
  resume: ReturnType<typeof useResumeTask>;
  onRename: () => void;
  onDelete: () => void;
}

/** Everything else that can be done with a task. */
export function TaskMenu({ task, resume, onRename, onDelete }: TaskMenuProps) {
  const cancel = useCancelTask();
  const retry = useRetryTask();
  const download = useCsvDownload(task);
  const renames = useRef(false);
  const running = isRunning(task.status);
  const hasRows = task.rows_deleted_at === null;
  const busy = cancel.isPending || retry.isPending || download.isPending || resume.isPending;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" busy={busy} aria-label={`Actions for ${taskTitle(task)}`}>
          {!busy && <Ellipsis aria-hidden />}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
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
        {canRetry(task) && (
          <DropdownMenuItem onSelect={() => retry.mutate(task)}>
            <RotateCcw aria-hidden />
            {retryLabel(task)}
          </DropdownMenuItem>
        )}
        {task.resumable && (
          <DropdownMenuItem onSelect={() => resume.mutate(task)}>
            <Play aria-hidden />
            Resume
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
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
