import type { TaskView } from '#contract/tasks.ts';
import type { OpenListProps } from '#web/kit/list-tool-page.tsx';
import { OpenTask } from '#web/kit/open-task.tsx';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import { OUTCOME_FILTERS } from './view.ts';
import { WebsiteResults } from './website-results.tsx';

/** The open list with its results. */
export default function OpenList(props: OpenListProps) {
  return <OpenTask {...props}>{(task, tick) => <Results task={task} tick={tick} />}</OpenTask>;
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, OUTCOME_FILTERS);
  return <WebsiteResults {...results} />;
}
