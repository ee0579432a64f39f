import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { Alert } from '#web/ui/alert.tsx';
import { hasFailed, moneyWords } from './order-words.ts';

/** What came of a run: how many records there are, and what was paid back for those that are not. */
export function RunOutcome({ order }: { order: OrderView }) {
  const { run } = order;
  if (!run) return null;
  if (hasFailed(run)) {
    return (
      <Alert tone="danger" title={MESSAGES.scraper.failed(run.error ?? '')}>
        {moneyWords(order)}
      </Alert>
    );
  }
  return (
    <>
      <Alert
        tone={run.recordsFound === 0 ? 'warning' : 'success'}
        title={MESSAGES.scraper.completed(run.recordsFound)}
      >
        {run.recordsFound === 0 && 'Nobody was found by this search. '}
        {moneyWords(order)}
      </Alert>
      {run.error && <Alert tone="warning">{run.error}</Alert>}
    </>
  );
}
