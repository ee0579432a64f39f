import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type EmailRow, emailFinder } from '../definition.ts';
import { ListForm } from './form.tsx';
import { FINDER_MODES, ModeTabs } from './mode-tabs.tsx';
import { ReachBanner } from './reach-banner.tsx';

const Task = lazy(() => import('./results.tsx'));
const SingleForm = lazy(() => import('./single-forms.tsx'));

/** The search type is in the URL. A single lookup keeps its form above the answer. */
export function Component() {
  const [params] = useSearchParams();
  const mode = FINDER_MODES.find((each) => each === params.get('mode')) ?? 'list';
  const [answer, setAnswer] = useState<EmailRow | null>(null);
  return (
    <ListToolPage
      tool={emailFinder}
      newLabel="New search"
      mode={mode === 'list' ? undefined : mode}
      banner={<ReachBanner />}
      form={(props) => (
        <>
          <ModeTabs mode={mode} path={emailFinder.path} />
          {mode === 'list' ? (
            <ListForm {...props} />
          ) : (
            <Suspense fallback={<Skeleton className="h-48 w-full" />}>
              <SingleForm mode={mode} {...props} last={answer} />
            </Suspense>
          )}
        </>
      )}
      task={(props) => <Task {...props} onAnswer={setAnswer} />}
    />
  );
}
