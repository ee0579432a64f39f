import { Play, RotateCcw, Square } from 'lucide-react';
import { UNDO_DAYS } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { StartFailure } from '../../kit/start-failure.tsx';
import { TaskStatusBadge } from '../../kit/task-status.tsx';
import { formatNumber, formatTaskCost } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ContinueRun } from './continue-run.tsx';
import type { useRunActions } from './use-list-runs.ts';

interface RunBarProps {
  list: ListView;
  run: TaskView;
  /** whether it was undone, and hasn't gone on since */
  isUndone: boolean;
  actions: ReturnType<typeof useRunActions>;
}

/** The latest run of a list: progress for each column, and what can be done with it. */
export function RunBar({ list, run, isUndone, actions: { cancel, resume, undo } }: RunBarProps) {
  const running = isRunning(run.status);
  const { cap } = run;
  return (
    <Card className="mb-4 grid grid-cols-1 gap-3 px-4 py-3 md:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <TaskStatusBadge task={{ ...run, undone: isUndone }} />
        <p role="status" className="min-w-0 flex-1 basis-52 text-sm text-muted-foreground tabular-nums">
          {isUndone
            ? `Had filled ${formatNumber(run.found)} of ${plural(run.total, 'cell')} before it was undone`
            : `${formatNumber(run.processed)} of ${plural(run.total, 'cell')} · ${formatNumber(run.found)} filled`}{' '}
          · {formatTaskCost(run)}
          {cap != null && cap > 0 && ` of at most ${plural(cap, 'credit')}`}
        </p>
        {running ? (
          <Button variant="secondary" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
            <Square aria-hidden />
            Stop
          </Button>
        ) : (
          <>
            {run.resumable && run.stop_reason === 'cap' && (
              <ContinueRun
                run={run}
                busy={resume.isPending}
                onContinue={(higher) => resume.mutate({ task: run, cap: higher })}
              />
            )}
            {run.resumable && run.stop_reason !== 'cap' && (
              <Button
                variant="secondary"
                size="sm"
                busy={resume.isPending}
                onClick={() => resume.mutate({ task: run })}
              >
                <Play aria-hidden />
                Continue
              </Button>
            )}
            {run.processed > 0 && !isUndone && !isOld(run) && (
              <Button variant="secondary" size="sm" busy={undo.isPending} onClick={() => undo.mutate(run.id)}>
                <RotateCcw aria-hidden />
                Undo this run
              </Button>
            )}
          </>
        )}
      </div>
      {resume.error && !running && <StartFailure error={resume.error} />}
      {running && <Progress label="Progress of the run" done={run.processed} total={run.total} />}
      {!isUndone && <StepCounts list={list} run={run} />}
    </Card>
  );
}

/** Whether it ended too long ago to be undone. */
function isOld({ finished_at: end }: TaskView): boolean {
  return end !== null && Date.now() - Date.parse(end) > UNDO_DAYS * 86_400_000;
}

/** What happened in each column, as far as it has. */
function StepCounts({ list, run }: { list: ListView; run: TaskView }) {
  const count = (step: string, status: string) => run.outcomes[`${step} ${status}`] ?? 0;
  const worked = list.steps.filter(({ id }) =>
    Object.keys(run.outcomes).some((outcome) => outcome.startsWith(`${id} `)),
  );
  if (worked.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted-foreground tabular-nums">
      {worked.map(({ id, name }) => {
        const parts = [
          [count(id, 'done'), 'filled'],
          [count(id, 'nothing-found'), 'not found'],
          [count(id, 'failed'), 'failed'],
          [count(id, 'skipped'), 'skipped'],
        ] as const;
        return (
          <li key={id}>
            <span className="font-medium text-foreground">{name}</span>{' '}
            {parts
              .filter(([number]) => number > 0)
              .map(([number, label]) => `${formatNumber(number)} ${label}`)
              .join(', ')}
          </li>
        );
      })}
    </ul>
  );
}
