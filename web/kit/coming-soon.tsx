import { Construction } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { TOOLS } from '#tools/tools.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

const START_PATH = '/dashboard/website-extraction';

/** The placeholder for a page that isn't built yet. */
export function Component() {
  // The router ignores case and trailing slashes too.
  const path = useLocation().pathname.toLowerCase().replace(/\/+$/, '');
  const page = TOOLS.find((each) => each.path === path);
  const start = TOOLS.find((tool) => tool.path === START_PATH);
  return (
    <>
      <PageHeader title={page?.title ?? 'Coming soon'} />
      <Card>
        <EmptyState
          icon={Construction}
          title="This page is coming soon"
          action={
            start && (
              <Button asChild variant="secondary">
                <Link to={start.path}>Open {start.label}</Link>
              </Button>
            )
          }
        >
          <p>{page?.description}</p>
          {start && <p className="mt-2">Available today: {start.description}</p>}
        </EmptyState>
      </Card>
    </>
  );
}
