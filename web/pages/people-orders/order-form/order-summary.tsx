import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { recordsPriceCents } from '#contract/people-orders.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../../lib/calls.ts';
import { formatNumber, formatUsd } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { expectedDelivery, RECORD_PRICE } from './record-count.ts';
import type { Preview } from './use-preview.ts';

interface OrderSummaryProps {
  count: number;
  preview: Preview;
  busy: boolean;
  error: Error | null;
  /** mousedown on the pay button */
  onPress: (event: MouseEvent) => void;
}

/** An order's price, expected delivery and refund, with the pay button. */
export function OrderSummary({ count, preview, busy, error, onPress }: OrderSummaryProps) {
  const search = preview.state === 'read' ? preview.search : null;
  const notForSale = search?.notForSale ?? null;
  // Without a valid URL a click shows what's missing. With one, the button waits for the preview.
  const payable = preview.state === 'empty' || preview.state === 'refused' || (search?.found ?? 0) > 0;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border pt-4">
        <p className="text-sm text-muted-foreground tabular-nums">
          {formatNumber(count)} × {RECORD_PRICE}
        </p>
        <p className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatUsd(recordsPriceCents(count))}
        </p>
      </div>
      {search && search.found > 0 && !notForSale && (
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {deliveryText(count, search.found)}
        </p>
      )}
      {notForSale && <Alert tone="warning">{notForSale}</Alert>}
      {error && !busy && <CheckoutFailure error={error} />}
      <Button
        type="submit"
        size="lg"
        className="w-full"
        busy={busy}
        disabled={!payable || notForSale !== null}
        onMouseDown={onPress}
      >
        {!busy && <ExternalLink aria-hidden />}
        {busy ? 'Opening checkout…' : `Pay ${formatUsd(recordsPriceCents(count))}`}
      </Button>
      <p className="text-sm text-muted-foreground">
        Checkout opens in a new tab. Scraping starts as soon as you pay. We refund missing records.
      </p>
    </>
  );
}

/** "You pay $6.00 for 2,000 records. We found 1,234 people, so we refund about $2.30 for missing records." */
function deliveryText(count: number, found: number): string {
  const { delivered, refundCents } = expectedDelivery(count, found);
  if (refundCents === 0)
    return `You get ${formatNumber(delivered)} of the ${plural(found, 'person', 'people')} found.`;
  return `You pay ${formatUsd(recordsPriceCents(count))} for ${plural(count, 'record')}. We found ${plural(found, 'person', 'people')}, so we refund about ${formatUsd(refundCents)} for missing records.`;
}

function CheckoutFailure({ error }: { error: Error }) {
  const hasReason = error instanceof CallError && error.code !== 'internal';
  return (
    <Alert tone="danger" title={MESSAGES.payments.sessionFailed}>
      {hasReason && failureMessage(error)} You weren't charged, and trying again creates only one order.
    </Alert>
  );
}
