import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { toolFor } from '#tools/index/tools.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { leadEnrichment } from '../definition.ts';

/** A placeholder by design (spec accounts §1). */
export function Component() {
  const working = toolFor('websites');
  return (
    <>
      <PageHeader title={leadEnrichment.title} help={leadEnrichment.description} />
      <Card>
        <EmptyState
          icon={Clock}
          title="Coming soon"
          action={
            <Button asChild variant="secondary">
              <Link to={working.path}>Open {working.label}</Link>
            </Button>
          }
        >
          This feature is under development, coming soon.
        </EmptyState>
      </Card>
    </>
  );
}
