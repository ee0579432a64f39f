import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { plural } from '#contract/plural.ts';
import type { WebhookView } from '#contract/webhooks.ts';
import { failureMessage } from '../../lib/calls.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DeleteWebhookDialogProps } from './delete-webhook-dialog.tsx';
import type { LogDialogProps } from './log-dialog.tsx';
import { useWebhooks } from './use-webhooks.ts';
import type { WebhookDialogProps } from './webhook-dialog.tsx';
import { WebhookItem } from './webhook-item.tsx';

const loadDialog = () => import('./webhook-dialog.tsx');
const loadLog = () => import('./log-dialog.tsx');
const loadDelete = () => import('./delete-webhook-dialog.tsx');

/** The webhooks of the account. */
export function WebhooksCard() {
  const { data, error, isFetching, refetch } = useWebhooks();
  const [form, setForm] = useState<WebhookDialogProps['mode'] | null>(null);
  const [logOf, setLogOf] = useState<WebhookView | null>(null);
  const [deleting, setDeleting] = useState<WebhookView | null>(null);
  const closeForm = () => setForm(null);
  const WebhookDialog = useLoaded<WebhookDialogProps>(form !== null, loadDialog, closeForm);
  const LogDialog = useLoaded<LogDialogProps>(logOf !== null, loadLog, () => setLogOf(null));
  const DeleteDialog = useLoaded<DeleteWebhookDialogProps>(deleting !== null, loadDelete, () =>
    setDeleting(null),
  );
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load your webhooks" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-56 w-full" />;
  const full = data.webhooks.length >= data.maxWebhooks;
  const createButton = (
    <Button onClick={() => setForm({ kind: 'create' })} disabled={full}>
      <Plus aria-hidden />
      Create webhook
    </Button>
  );
  return (
    <Card className="min-w-0 overflow-hidden">
      <CardHeader>
        <CardTitle>Your webhooks</CardTitle>
        {data.webhooks.length > 0 && createButton}
      </CardHeader>
      {full && (
        <CardContent className="border-b border-border">
          <Alert tone="info">
            You have {plural(data.maxWebhooks, 'webhook')}, the most an account can have.
          </Alert>
        </CardContent>
      )}
      {data.webhooks.length === 0 ? (
        <EmptyState icon={Webhook} title="No webhooks yet" action={createButton}>
          Enter the address of your program, and choose the events it gets.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-border">
          {data.webhooks.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setForm({ kind: 'edit', webhook })}
              onLog={() => setLogOf(webhook)}
              onRotated={(secret) => setForm({ kind: 'secret', secret })}
              onDelete={() => setDeleting(webhook)}
            />
          ))}
        </ul>
      )}
      {WebhookDialog && <WebhookDialog mode={form} onMode={setForm} />}
      {LogDialog && <LogDialog webhook={logOf} keptDays={data.keptDays} onClose={() => setLogOf(null)} />}
      {DeleteDialog && <DeleteDialog webhook={deleting} onClose={() => setDeleting(null)} />}
    </Card>
  );
}
