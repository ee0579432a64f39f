import { IdCard } from 'lucide-react';
import { lazy } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { ListForm } from '#web/kit/list-form.tsx';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { linkedinEnrichment } from '../definition.ts';
import { PROFILE_FORM } from './form.tsx';

const Task = lazy(() => import('./results.tsx'));

export function Component() {
  return (
    <ListToolPage
      tool={linkedinEnrichment}
      newLabel="New list"
      form={(props) => (
        <div className="grid grid-cols-1 gap-4">
          <ListForm parts={PROFILE_FORM} {...props} />
          <Card>
            <EmptyState icon={IdCard} title={MESSAGES.tasks.noneYet}>
              Each value comes with its source and date. Data of another person is never mixed in: if we can't
              tell people apart, we leave the value out.
            </EmptyState>
          </Card>
        </div>
      )}
      task={(props) => <Task {...props} />}
    />
  );
}
