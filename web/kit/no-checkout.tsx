import { CircleSlash } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

interface NoCheckoutProps {
  text: string;
  /** The link of the button; `action` is its label. */
  to?: string;
  action?: string;
}

/** What test payments show when there is nothing to pay. */
export function NoCheckout({ text, to = '/pricing', action = 'View pricing' }: NoCheckoutProps) {
  return (
    <Card>
      <EmptyState
        icon={CircleSlash}
        title="Nothing to pay"
        action={
          <Button asChild variant="secondary">
            <Link to={to}>{action}</Link>
          </Button>
        }
      >
        {text}
      </EmptyState>
    </Card>
  );
}
