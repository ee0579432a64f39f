import { Download, ExternalLink, FileSpreadsheet, RotateCcw } from 'lucide-react';
import type { OrderView } from '#contract/payments.ts';
import { isPaid, OpenReceipt } from '../../../kit/open-receipt.tsx';
import { safeLink } from '../../../lib/external-link.ts';
import { Button } from '../../../ui/button.tsx';

interface ActionProps {
  order: OrderView;
  /** the main action of the page */
  primary?: boolean;
  /** the order's date, which names the order for screen readers */
  date?: string;
}

/** Downloads the file of an order. Renders nothing until there is one. */
export function DownloadButton({ order, primary, date }: ActionProps) {
  const url = order.run?.downloadUrl;
  if (!url) return null;
  const size = primary ? 'md' : 'sm';
  return (
    <>
      <Button asChild size={size} variant={primary ? 'primary' : 'secondary'}>
        <a href={url} download>
          <Download aria-hidden />
          Download CSV
          <OrderDate date={date} />
        </a>
      </Button>
      <Button asChild size={size} variant="secondary">
        <a href={`${url}&format=xlsx`} download>
          <FileSpreadsheet aria-hidden />
          XLSX
          <OrderDate date={date} />
        </a>
      </Button>
    </>
  );
}

/** Opens the checkout of an unpaid order in a new tab. */
export function PayLink({ order, primary, date, onFollow }: ActionProps & { onFollow?: () => void }) {
  const url = order.checkoutUrl && safeLink(order.checkoutUrl);
  if (!url) return null;
  return (
    <Button asChild size={primary ? 'md' : 'sm'} variant={primary ? 'primary' : 'secondary'}>
      <a href={url} target="_blank" rel="noopener noreferrer" onClick={onFollow}>
        <ExternalLink aria-hidden />
        Continue to payment
        <span className="sr-only">(opens in a new tab)</span>
        <OrderDate date={date} />
      </a>
    </Button>
  );
}

/** Opens the receipt of an order at the payment provider. Renders nothing until the order is paid. */
export function ReceiptButton({ order, primary, date }: ActionProps) {
  if (!isPaid(order)) return null;
  return (
    <OpenReceipt id={order.id} size={primary ? 'md' : 'sm'}>
      <OrderDate date={date} />
    </OpenReceipt>
  );
}

interface OrderAgainButtonProps extends Omit<ActionProps, 'order'> {
  search: NonNullable<OrderView['search']>;
  onAgain: (search: NonNullable<OrderView['search']>) => void;
  /** as large as the main action */
  large?: boolean;
}

/** Fills the order form with an order's search. */
export function OrderAgainButton({ search, onAgain, primary, large, date }: OrderAgainButtonProps) {
  return (
    <Button
      size={large ? 'md' : 'sm'}
      variant={primary ? 'primary' : 'secondary'}
      onClick={() => onAgain(search)}
    >
      <RotateCcw aria-hidden />
      Order again
      <OrderDate date={date} />
    </Button>
  );
}

function OrderDate({ date }: { date: string | undefined }) {
  return date ? <span className="sr-only">, ordered {date}</span> : null;
}
