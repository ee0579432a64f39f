import { Construction } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Says of a page that it is not there yet, and where work can be done today. */
export function BeingBuilt({ text }: { text: string }) {
  return (
    <Card>
      <EmptyState
        icon={Construction}
        title="This page is being built"
        action={
          <Button asChild variant="secondary">
            <Link to="/dashboard/website-extraction">Open Website Extraction</Link>
          </Button>
        }
      >
        <p>{text}</p>
        <p className="mt-2">
          Website extraction works today: emails, phones and social profiles from any list of sites.
        </p>
      </EmptyState>
    </Card>
  );
}
