import { useQueryClient } from '@tanstack/react-query';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import type { WebhookView } from '#contract/webhooks.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { WEBHOOKS_KEY } from './use-webhooks.ts';

export interface DeleteWebhookDialogProps {
  /** null closes it. */
  webhook: WebhookView | null;
  onClose: () => void;
}

/** Asks before a webhook is deleted. */
export default function DeleteWebhookDialog({ webhook, onClose }: DeleteWebhookDialogProps) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      subject={webhook}
      verb="Delete"
      help="It gets no more events, and its log is deleted. You can't undo this."
      action="Delete webhook"
      run={async (id) => {
        await invoke(WEBHOOK_CALLS.webhookDelete, { id });
        await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      }}
      onDone={() => {
        toast.success('The webhook was deleted.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
