import { ExternalLink } from 'lucide-react';
import type { MouseEvent } from 'react';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { recordsPriceCents } from '#contract/people-scraper.ts';
import { messageOf } from '#web/lib/calls.ts';
import { formatNumber, formatUsd } from '#web/lib/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { expectation, RECORD_PRICE } from './record-count.ts';
import type { Preview } from './use-preview.ts';

interface OrderSummaryProps {
  count: number;
  preview: Preview;
  busy: boolean;
  error: Error | null;
  /** the button of the mouse went down on the pay button */
  onPress: (event: MouseEvent) => void;
}

/** What an order costs, what it delivers, what would be paid back, and the button that pays it. */
export function OrderSummary({ count, preview, busy, error, onPress }: OrderSummaryProps) {
  const search = preview.state === 'read' ? preview.search : null;
  const notForSale = search?.notForSale ?? null;
  // Without an address the button says what is missing; with one, it waits until it is known what would be bought.
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
          {deliveryWords(count, search.found)}
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
        {busy ? 'Opening the checkout…' : `Pay ${formatUsd(recordsPriceCents(count))}`}
      </Button>
      <p className="text-sm text-muted-foreground">
        The checkout opens in a new tab. Scraping starts as soon as it is paid; records that are not found are
        paid back.
      </p>
    </>
  );
}

/** "We found 1,234. You pay for 2,000 ($6.00); what is not found is paid back: about $2.30." */
function deliveryWords(count: number, found: number): string {
  const { delivered, paidBackCents } = expectation(count, found);
  if (paidBackCents === 0)
    return `You get ${formatNumber(delivered)} of the ${formatNumber(found)} people found.`;
  return `We found ${formatNumber(found)}. You pay for ${formatNumber(count)} (${formatUsd(recordsPriceCents(count))}); what is not found is paid back: about ${formatUsd(paidBackCents)}.`;
}

function CheckoutFailure({ error }: { error: Error }) {
  const told = error instanceof CallError && error.code !== 'internal';
  return (
    <Alert tone="danger" title={MESSAGES.payments.sessionFailed}>
      {told && messageOf(error)} Nothing was charged, and trying again orders once.
    </Alert>
  );
}
