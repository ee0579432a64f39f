import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OrderView } from '#contract/payments.ts';
import { useSession } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { CheckoutReturn } from './checkout-return.tsx';
import { cleanAddress, EMPTY_DRAFT, useOrderDraft } from './order-form/order-draft.ts';
import { OrderForm } from './order-form/order-form.tsx';
import { RECORD_PRICE } from './order-form/record-count.ts';
import { OrderList } from './orders/order-list.tsx';
import { OrderPanel } from './orders/order-panel.tsx';
import { SCRAPER_PATH } from './scraper-path.ts';

/** The pay-per-use people scraper. The order that is shown lives in the address: reload, Back and a second tab come back to it. */
export function Component() {
  const { user } = useSession();
  return user && <Scraper key={user.id} accountId={user.id} />;
}

function Scraper({ accountId }: { accountId: string }) {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useOrderDraft(accountId);
  const [blockedId, setBlockedId] = useState<string | null>(null);
  const orderId = params.get('order');
  const payment = params.get('payment_success');
  const top = useRef<HTMLElement>(null);
  const shownId = useRef(orderId);
  useEffect(() => {
    if (shownId.current === orderId) return;
    shownId.current = orderId;
    // What had the focus gave way: keyboards and screen readers go on with what took its place.
    top.current?.focus({ preventScroll: true });
  }, [orderId]);

  const open = useCallback(
    (id: string, replace = false) => {
      setParams({ order: id }, { replace });
      window.scrollTo({ top: 0 });
    },
    [setParams],
  );
  const openInstead = useCallback((id: string) => open(id, true), [open]);
  const leave = useCallback(() => setParams({}, { replace: true }), [setParams]);
  /** What was typed is kept until it was paid. */
  const paid = ({ search }: OrderView) => {
    if (search && search.apolloUrl === cleanAddress(draft.address)) setDraft(EMPTY_DRAFT);
  };
  const again = ({ apolloUrl, recordCount }: NonNullable<OrderView['search']>) => {
    setDraft({ address: apolloUrl, count: String(recordCount), attempt: null });
    setParams({});
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <PageHeader
        title="Apollo Scraper"
        help={`The people of an Apollo search as a CSV file, for ${RECORD_PRICE} a record.`}
        actions={
          orderId && (
            <Button asChild variant="secondary">
              <Link to={SCRAPER_PATH}>
                <Plus aria-hidden />
                New order
              </Link>
            </Button>
          )
        }
      />
      {payment !== null && (
        <CheckoutReturn
          success={payment === 'true'}
          sessionId={params.get('session_id')}
          onOrder={openInstead}
          onLeave={leave}
        />
      )}
      <section
        ref={top}
        tabIndex={-1}
        aria-label={orderId ? 'The order' : 'A new order'}
        className="outline-none"
      >
        {orderId ? (
          <OrderPanel
            key={orderId}
            id={orderId}
            blocked={orderId === blockedId}
            onPaid={paid}
            onAgain={again}
          />
        ) : (
          <OrderForm
            draft={draft}
            onDraft={setDraft}
            onOrdered={({ id, opened }) => {
              setBlockedId(opened ? null : id);
              open(id);
            }}
          />
        )}
      </section>
      <OrderList shownId={orderId} onOpen={open} onAgain={again} />
    </>
  );
}
