import { ChevronDown, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { DeletedRows } from '#web/kit/row-retention.tsx';
import { SaveNote } from '#web/kit/save-note.tsx';
import { CancelButton, RetryButton } from '#web/kit/task-actions.tsx';
import { useTaskRows } from '#web/kit/use-task-rows.ts';
import { failureMessage } from '#web/lib/calls.ts';
import { cn } from '#web/lib/class-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { EmailRow } from '../definition.ts';
import { EmailStatusBadge } from './cells.tsx';
import { EmailReceipt } from './receipt.tsx';
import { chargeText, type EmailView, emailView } from './view.ts';

interface LookupCardProps {
  /** a task with one item */
  task: TaskView;
  /** changes each time the task is fetched */
  tick: number;
  /** called with the answer when it is known */
  onAnswer: (row: EmailRow) => void;
}

/** The answer to one lookup: the email, whether it can be used, and why. */
export function LookupCard({ task, tick, onAnswer }: LookupCardProps) {
  const { rows, error, retry } = useTaskRows(task, 1, tick);
  const [found] = rows;
  const view = found ? emailView(found) : null;
  const card = useRef<HTMLDivElement>(null);
  const known = view !== null;
  // On phones, the form takes most of the screen.
  useEffect(() => {
    if (known) card.current?.scrollIntoView({ block: 'nearest' });
  }, [known]);
  useEffect(() => {
    if (view) onAnswer(view.row);
  }, [view, onAnswer]);

  if (task.rows_deleted_at !== null)
    return (
      <Card>
        <DeletedRows task={task} />
      </Card>
    );
  return (
    <div className="grid grid-cols-1 gap-3">
      <Card ref={card} role="status" aria-busy={!view}>
        {view ? (
          <Answer view={view} task={task} />
        ) : isRunning(task.status) ? (
          <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:p-5">
            <p className="flex min-w-0 items-center gap-2.5">
              <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin text-accent" />
              <span className="min-w-0 break-words">
                {task.no_worker ? 'Waiting for a worker to run again' : `Checking ${task.name}…`}
              </span>
            </p>
            <CancelButton task={task} />
          </div>
        ) : error !== null ? (
          <LoadFailure title="Couldn't load the result" className="m-4" onRetry={retry}>
            {failureMessage(error)}
          </LoadFailure>
        ) : (
          <div className="p-4 md:p-5">
            <Skeleton className="h-16 w-full max-w-md" />
          </div>
        )}
      </Card>
      <SaveNote task={task} canSave={false} />
    </div>
  );
}

function Answer({ view, task }: { view: EmailView; task: TaskView }) {
  const [open, setOpen] = useState(false);
  const { row, contact } = view;
  const email = row.verified_email ?? row.best_guess ?? row.address;
  const isGuess = row.verified_email === null && row.best_guess !== null && row.address === null;
  return (
    <>
      <div className="grid gap-3 p-4 md:p-5">
        <p className="text-sm break-words text-muted-foreground">
          {row.address === null
            ? [contact, row.name && row.domain].filter(Boolean).join(' · ')
            : 'Address checked'}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 text-xl tracking-tight">
            {email ? <CopyValue value={email} wraps className={cn(isGuess && 'italic')} /> : 'No email found'}
          </h2>
          <EmailStatusBadge status={row.status} />
          {isGuess && <span className="text-sm text-muted-foreground">Guess, not verified</span>}
        </div>
        <p className="max-w-[72ch] break-words">{row.explanation}</p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-sm text-muted-foreground">
            Score {row.score} of 100 · {chargeText(view)}
          </p>
          <div className="flex flex-wrap gap-2">
            <RetryButton task={task} />
            <Button variant="secondary" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              <ChevronDown aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
              {open ? 'Hide details' : 'Show details'}
            </Button>
          </div>
        </div>
      </div>
      {open && (
        <div className="@container border-t border-border">
          <EmailReceipt view={view} />
        </div>
      )}
    </>
  );
}
