import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { PAY_PER_USE_MAX_RECORDS, PAY_PER_USE_MIN_RECORDS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { attemptFor, cleanUrl, type OrderDraft } from './order-draft.ts';
import { OrderSummary } from './order-summary.tsx';
import { FALLBACK_RECORDS, parseRecordCount } from './record-count.ts';
import { SearchPreview } from './search-preview.tsx';
import { useCheckout } from './use-checkout.ts';
import { type Preview, usePreview } from './use-preview.ts';

const PLACEHOLDER = 'https://app.apollo.io/#/people?personTitles[]=marketing&personLocations[]=Germany';

interface OrderFormProps {
  draft: OrderDraft;
  onDraft: (next: OrderDraft) => void;
  onOrdered: (order: { id: string; opened: boolean }) => void;
}

/** The order form: paste a search URL, preview the search, pay. The input stays until the order is paid. */
export function OrderForm({ draft, onDraft, onOrdered }: OrderFormProps) {
  const url = cleanUrl(draft.address);
  const count = parseRecordCount(draft.count);
  const { preview, readNow } = usePreview(url);
  const [urlMissing, setUrlMissing] = useState(false);
  const [countReset, setCountReset] = useState(false);
  const urlField = useRef<HTMLTextAreaElement>(null);
  const countField = useRef<HTMLInputElement>(null);
  const checkout = useCheckout((order) => {
    onDraft({ ...draft, attempt: null });
    onOrdered(order);
  });

  const change = (next: Partial<OrderDraft>) => {
    checkout.reset();
    setUrlMissing(false);
    setCountReset(false);
    onDraft({ ...draft, ...next });
  };

  /** Replaces an invalid count by the minimum (spec lead tools §5) and says so before the user pays. */
  const resetCount = () => {
    onDraft({ ...draft, count: String(FALLBACK_RECORDS) });
    setCountReset(true);
  };

  const submit = () => {
    if (checkout.busy) return;
    if (!url) {
      setUrlMissing(true);
      urlField.current?.focus();
    } else if (preview.state === 'refused') {
      urlField.current?.focus();
    } else if (count === null) {
      resetCount();
      countField.current?.focus();
    } else if (preview.state !== 'read') {
      readNow();
    } else if (isForSale(preview)) {
      const attempt = attemptFor({ address: url, count }, draft.attempt, () => crypto.randomUUID());
      onDraft({ ...draft, attempt });
      checkout.buy({ apolloUrl: url, count, idempotencyKey: attempt.key });
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const urlError = urlMissing
    ? MESSAGES.scraper.noUrl
    : preview.state === 'refused'
      ? preview.message
      : undefined;

  return (
    <form
      noValidate
      onSubmit={onSubmit}
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <Card className="min-w-0 lg:self-stretch">
        <CardContent>
          <Field label="Apollo people-search URL" error={urlError}>
            {(control) => (
              <Textarea
                {...control}
                ref={urlField}
                rows={3}
                value={draft.address}
                onChange={(event) => change({ address: event.target.value })}
                onKeyDown={onKeyDown}
                placeholder={PLACEHOLDER}
                readOnly={checkout.busy}
                spellCheck={false}
                autoCapitalize="off"
                autoCorrect="off"
                autoComplete="off"
                inputMode="url"
                className="max-h-[40vh] min-h-20 break-all"
              />
            )}
          </Field>
        </CardContent>
        <section aria-label="Search preview" className="border-t border-border">
          <SearchPreview preview={preview} />
        </section>
      </Card>
      <Card className="min-w-0 lg:sticky lg:top-20">
        <CardHeader>
          <CardTitle>Your order</CardTitle>
        </CardHeader>
        <CardContent className="grid grid-cols-1 gap-4">
          <Field
            label="Records"
            hint={
              countReset ? (
                <span role="alert" className="text-warning">
                  {MESSAGES.scraper.recordRange}. Set to {formatNumber(FALLBACK_RECORDS)}.
                </span>
              ) : (
                `${formatNumber(PAY_PER_USE_MIN_RECORDS)} to ${formatNumber(PAY_PER_USE_MAX_RECORDS)}`
              )
            }
          >
            {(control) => (
              <Input
                {...control}
                ref={countField}
                value={draft.count}
                onChange={(event) => change({ count: event.target.value })}
                onBlur={() => count === null && resetCount()}
                onKeyDown={onKeyDown}
                readOnly={checkout.busy}
                inputMode="numeric"
                autoComplete="off"
                className="tabular-nums"
              />
            )}
          </Field>
          <OrderSummary
            count={count ?? FALLBACK_RECORDS}
            preview={preview}
            busy={checkout.busy}
            error={checkout.error}
            // Keeps the focus in the field: its blur would reset the count before the click.
            onPress={(event) => count === null && event.preventDefault()}
          />
        </CardContent>
      </Card>
    </form>
  );
}

/** Whether the previewed search can be paid for: it finds people, and the server sells them. */
function isForSale({ search }: Extract<Preview, { state: 'read' }>): boolean {
  return search.notForSale === null && search.found > 0;
}
