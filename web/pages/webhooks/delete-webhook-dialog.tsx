import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import type { WebhookView } from '#contract/webhooks.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { WEBHOOKS_KEY } from './use-webhooks.ts';

export interface DeleteWebhookDialogProps {
  /** null closes it. */
  webhook: WebhookView | null;
  onClose: () => void;
}

/** Asks before a webhook is deleted. */
export default function DeleteWebhookDialog({ webhook, onClose }: DeleteWebhookDialogProps) {
  const queries = useQueryClient();
  // The name stays while the dialog fades out.
  const [shown, setShown] = useState(webhook);
  const remove = useMutation({
    mutationFn: (id: string) => invoke(WEBHOOK_CALLS.webhookDelete, { id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      toast.success('The webhook was deleted.');
      onClose();
    },
  });
  const { reset } = remove;
  useEffect(() => {
    if (!webhook) return;
    setShown(webhook);
    reset();
  }, [webhook, reset]);
  return (
    <Dialog
      open={webhook !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Delete ${shown?.name ?? ''}?`}
      help="It gets no more events, and its log is deleted. You can't undo this."
      className="wrap-anywhere"
    >
      {remove.error && (
        <Alert tone="danger" className="mb-4">
          {failureMessage(remove.error)}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          busy={remove.isPending}
          onClick={() => {
            if (webhook) remove.mutate(webhook.id);
          }}
        >
          Delete webhook
        </Button>
      </div>
    </Dialog>
  );
}
