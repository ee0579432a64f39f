import { Building2 } from 'lucide-react';
import { lazy } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { ListForm } from '#web/kit/list-form.tsx';
import { ListToolPage } from '#web/kit/list-tool-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { companyToDomain } from '../definition.ts';
import { COMPANY_FORM } from './form.tsx';

const Task = lazy(() => import('./results.tsx'));

/** The licenses ask for nothing but this; data/README.md has their texts. */
const INDEX_CREDITS =
  'Company index: Research Organization Registry, datenanfragen.de, gilbarbara/logos and Wikidata (CC0), CISA .gov domains (public domain), name-suggestion-index (BSD 3-Clause).';

export function Component() {
  return (
    <ListToolPage
      tool={companyToDomain}
      newLabel="New list"
      form={(props) => (
        <div className="grid grid-cols-1 gap-4">
          <ListForm parts={COMPANY_FORM} {...props} />
          <Card>
            <EmptyState icon={Building2} title={MESSAGES.tasks.noneYet}>
              Each domain comes with the reason for it. If no website clearly belongs to a company, we say so.
            </EmptyState>
          </Card>
          <p className="max-w-[80ch] text-xs text-muted-foreground">{INDEX_CREDITS}</p>
        </div>
      )}
      task={(props) => <Task {...props} />}
    />
  );
}
