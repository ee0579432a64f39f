import type { TaskView } from '#contract/tasks.ts';
import { OpenTask } from '#web/kit/open-task.tsx';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import type { EmailRow } from '../definition.ts';
import { FoundLater } from './found-later.tsx';
import { LookupCard } from './lookup-card.tsx';
import { EmailResults } from './results.tsx';
import { TryAgain } from './try-again.tsx';
import { STATUS_FILTERS } from './view.ts';

interface OpenSearchProps {
  id: string;
  /** called with the answer of a single lookup when it is known */
  onAnswer: (row: EmailRow) => void;
}

/** The open list with its results, or a single lookup with its answer. */
export default function OpenSearch({ id, onAnswer }: OpenSearchProps) {
  return (
    <OpenTask
      id={id}
      type="csv-extraction"
      newLabel="New search"
      single={(task, tick) => <Lookup task={task} tick={tick} onAnswer={onAnswer} />}
    >
      {(task, tick) => <Results task={task} tick={tick} />}
    </OpenTask>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, STATUS_FILTERS);
  return (
    <>
      <FoundLater task={task} />
      <TryAgain task={task} />
      <EmailResults {...results} />
    </>
  );
}

interface LookupProps {
  task: TaskView;
  tick: number;
  onAnswer: (row: EmailRow) => void;
}

function Lookup({ task, tick, onAnswer }: LookupProps) {
  const { rows, error, onRetry, onNeed } = useTaskResults(task, tick, STATUS_FILTERS);
  return (
    <LookupCard task={task} rows={rows} error={error} onRetry={onRetry} onNeed={onNeed} onAnswer={onAnswer} />
  );
}
