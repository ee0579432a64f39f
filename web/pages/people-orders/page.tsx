import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OrderView } from '#contract/payments.ts';
import { useSample } from '../../kit/use-sample.ts';
import { useSession } from '../../lib/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CheckoutReturn } from './checkout-return.tsx';
import { cleanUrl, EMPTY_DRAFT, useOrderDraft } from './order-form/order-draft.ts';
import { OrderForm } from './order-form/order-form.tsx';
import { RECORD_PRICE } from './order-form/record-count.ts';
import { OrderList } from './orders/order-list.tsx';
import { OrderPanel } from './orders/order-panel.tsx';
import { peopleOrders } from './page.ts';
import { SAMPLE_SEARCH } from './sample-search.ts';

/** The pay-per-use people scraper. The open order is in the URL. */
export function Component() {
  const { user } = useSession();
  return user && <Scraper key={user.id} accountId={user.id} />;
}

function Scraper({ accountId }: { accountId: string }) {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useOrderDraft(accountId);
  const [blockedId, setBlockedId] = useState<string | null>(null);
  const orderId = params.get('order');
  useSample(() => {
    const before = draft;
    setDraft({ ...EMPTY_DRAFT, address: SAMPLE_SEARCH });
    return before.address.trim() === '' ? null : () => setDraft(before);
  });
  const payment = params.get('payment_success');
  const top = useRef<HTMLElement>(null);
  const shownId = useRef(orderId);
  useEffect(() => {
    if (shownId.current === orderId) return;
    shownId.current = orderId;
    // The focused control is gone, so keyboards and screen readers continue with the new content.
    top.current?.focus({ preventScroll: true });
  }, [orderId]);

  const open = useCallback(
    (id: string, replace = false) => {
      setParams({ order: id }, { replace });
      window.scrollTo({ top: 0 });
    },
    [setParams],
  );
  const openReturned = useCallback(({ id }: OrderView) => open(id, true), [open]);
  const leave = useCallback(() => setParams({}, { replace: true }), [setParams]);
  const clearPaidDraft = ({ search }: OrderView) => {
    if (search && search.apolloUrl === cleanUrl(draft.address)) setDraft(EMPTY_DRAFT);
  };
  const orderAgain = ({ apolloUrl, recordCount }: NonNullable<OrderView['search']>) => {
    setDraft({ address: apolloUrl, count: String(recordCount), attempt: null });
    setParams({});
    window.scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <PageHeader
        title={peopleOrders.title}
        help={`Download the people of an Apollo search as a CSV file, for ${RECORD_PRICE} per record.`}
        actions={
          orderId && (
            <Button asChild variant="secondary">
              <Link to={peopleOrders.path}>
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
          onOrder={openReturned}
          onLeave={leave}
        />
      )}
      <section
        ref={top}
        tabIndex={-1}
        aria-label={orderId ? 'Order details' : 'New order'}
        className="outline-none"
      >
        {orderId ? (
          <OrderPanel
            key={orderId}
            id={orderId}
            blocked={orderId === blockedId}
            onPaid={clearPaidDraft}
            onAgain={orderAgain}
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
      <OrderList shownId={orderId} onOpen={open} onAgain={orderAgain} />
    </>
  );
}
