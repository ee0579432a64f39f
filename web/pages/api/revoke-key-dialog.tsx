import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiKeyView } from '#contract/api-keys.ts';
import { CALLS } from '#contract/calls.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { API_KEYS_KEY } from './use-api-keys.ts';

export interface RevokeKeyDialogProps {
  /** null closes it. */
  apiKey: ApiKeyView | null;
  onClose: () => void;
}

/** Asks before a key is revoked. */
export default function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const queries = useQueryClient();
  // The name stays while the dialog fades out.
  const [shown, setShown] = useState(apiKey);
  const revoke = useMutation({
    mutationFn: (id: string) => invoke(CALLS.revokeApiKey, { id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: API_KEYS_KEY });
      toast.success('The API key was revoked.');
      onClose();
    },
  });
  const { reset } = revoke;
  useEffect(() => {
    if (!apiKey) return;
    setShown(apiKey);
    reset();
  }, [apiKey, reset]);

  return (
    <Dialog
      open={apiKey !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Revoke ${shown?.name ?? ''}?`}
      help="Programs that use this key stop working right away. Tasks it started keep running. You can't undo this."
      className="wrap-anywhere"
    >
      {revoke.error && (
        <Alert tone="danger" className="mb-4">
          {failureMessage(revoke.error)}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          busy={revoke.isPending}
          onClick={() => {
            if (apiKey) revoke.mutate(apiKey.id);
          }}
        >
          Revoke key
        </Button>
      </div>
    </Dialog>
  );
}
