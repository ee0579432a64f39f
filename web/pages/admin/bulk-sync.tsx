import { useMutation } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';

/** Syncs all subscriptions with the payment provider and shows the counts. */
export function BulkSync({ adminKey, onKeyMissing }: { adminKey: string; onKeyMissing: () => void }) {
  const sync = useMutation({
    mutationFn: () => invoke(CALLS.bulkSyncPayments, { adminKey }),
    onSuccess: (reply) => {
      if (!reply.success) toast.error(MESSAGES.admin.syncFailed(reply.error ?? ''));
      else toast.success(MESSAGES.admin.synced(reply.syncedUsers, reply.skippedUsers, reply.errors));
    },
    onError: (error) =>
      toast.error(
        error instanceof CallError && (error.status < 500 || error.code === 'unavailable')
          ? MESSAGES.admin.syncFailed(error.message)
          : MESSAGES.admin.syncBroke,
      ),
  });
  const start = () => {
    if (!adminKey) onKeyMissing();
    else sync.mutate();
  };
  return (
    <Card>
      <CardHeader>
        <CardTitle>Payments</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="text-muted-foreground">
          Syncs every subscription with the payment provider. This also runs automatically once a day. Users
          you upgrade here keep their plan.
        </p>
        <div>
          <Button variant="secondary" busy={sync.isPending} onClick={start}>
            {!sync.isPending && <RefreshCw aria-hidden />}
            Bulk sync payments
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}
