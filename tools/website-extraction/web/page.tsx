import type { TaskView } from '#contract/tasks.ts';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { useTaskResults } from '#web/kit/use-task-results.ts';
import { websiteExtraction } from '../definition.ts';
import { UrlForm } from './input/url-form.tsx';
import { WebsiteResults } from './results/website-results.tsx';
import { OUTCOME_FILTERS } from './results/website-row.ts';

export function Component() {
  return (
    <ListToolPage
      tool={websiteExtraction}
      newLabel="New extraction"
      form={(props) => <UrlForm {...props} />}
      results={(task, tick) => <Results task={task} tick={tick} />}
    />
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const results = useTaskResults(task, tick, OUTCOME_FILTERS);
  return <WebsiteResults {...results} />;
}
