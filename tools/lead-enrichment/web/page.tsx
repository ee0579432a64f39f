import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

/** A placeholder by design (spec accounts §1). */
export function Component() {
  return (
    <>
      <PageHeader
        title="Lead Enrichment"
        help="Adds company and contact details to the leads you already have."
      />
      <Card>
        <EmptyState
          icon={Clock}
          title="Coming soon"
          action={
            <Button asChild variant="secondary">
              <Link to="/dashboard/website-extraction">Open Website Extraction</Link>
            </Button>
          }
        >
          This feature is under development, coming soon.
        </EmptyState>
      </Card>
    </>
  );
}
