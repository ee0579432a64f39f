import { Download, ExternalLink, RotateCcw } from 'lucide-react';
import type { OrderView } from '#contract/payments.ts';
import { outsideLink } from '#web/lib/outside-link.ts';
import { Button } from '#web/ui/button.tsx';

interface ActionProps {
  order: OrderView;
  /** the one thing to do next */
  primary?: boolean;
  /** what tells it from the same action of other orders, to a screen reader */
  of?: string;
}

/** The file of an order; nothing while there is none. */
export function DownloadButton({ order, primary, of }: ActionProps) {
  const address = order.run?.downloadUrl;
  if (!address) return null;
  return (
    <Button asChild size={primary ? 'md' : 'sm'} variant={primary ? 'primary' : 'secondary'}>
      <a href={address} download>
        <Download aria-hidden />
        Download CSV
        <Of what={of} />
      </a>
    </Button>
  );
}

/** The way to the checkout of an order that is not paid, in a new tab that cannot reach back. */
export function PayLink({ order, primary, of, onFollow }: ActionProps & { onFollow?: () => void }) {
  const address = order.checkoutUrl && outsideLink(order.checkoutUrl);
  if (!address) return null;
  return (
    <Button asChild size={primary ? 'md' : 'sm'} variant={primary ? 'primary' : 'secondary'}>
      <a href={address} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
        <ExternalLink aria-hidden />
        Continue to payment
        <span className="sr-only">(opens in a new tab)</span>
        <Of what={of} />
      </a>
    </Button>
  );
}

interface AgainButtonProps extends Omit<ActionProps, 'order'> {
  search: NonNullable<OrderView['search']>;
  onAgain: (search: NonNullable<OrderView['search']>) => void;
}

/** Puts the search of an order into the form. */
export function AgainButton({ search, onAgain, primary, of }: AgainButtonProps) {
  return (
    <Button
      size={primary ? 'md' : 'sm'}
      variant={primary ? 'primary' : 'secondary'}
      onClick={() => onAgain(search)}
    >
      <RotateCcw aria-hidden />
      Order again
      <Of what={of} />
    </Button>
  );
}

function Of({ what }: { what: string | undefined }) {
  return what ? <span className="sr-only">, order of {what}</span> : null;
}
