import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BouncesCard } from './bounces-card.tsx';
import { webhooks } from './page.ts';
import { StartsCard } from './starts-card.tsx';
import { useWebhooks } from './use-webhooks.ts';
import { VerifyCard } from './verify-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

/** Webhooks, what was sent to them, how a receiver checks what it gets, and the bounces that providers report. */
export function Component() {
  const { isPending } = useWebhooks();
  return (
    <>
      <PageHeader title={webhooks.title} help={webhooks.description} />
      {isPending ? (
        <Skeleton className="h-56 w-full" />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <WebhooksCard />
          <StartsCard />
          <VerifyCard />
          <BouncesCard />
        </div>
      )}
    </>
  );
}
