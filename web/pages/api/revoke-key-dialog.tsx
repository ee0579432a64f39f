import { useQueryClient } from '@tanstack/react-query';
import type { ApiKeyView } from '#contract/api-keys.ts';
import { API_KEY_CALLS } from '#contract/calls/api-key-calls.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { API_KEYS_KEY } from './use-api-keys.ts';

export interface RevokeKeyDialogProps {
  /** null closes it. */
  apiKey: ApiKeyView | null;
  onClose: () => void;
}

/** Asks before a key is revoked. */
export default function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      subject={apiKey}
      verb="Revoke"
      help="Programs that use this key stop working right away. Tasks it started keep running. You can't undo this."
      action="Revoke key"
      run={async (id) => {
        await invoke(API_KEY_CALLS.revokeApiKey, { id });
        await queries.invalidateQueries({ queryKey: API_KEYS_KEY });
      }}
      onDone={() => {
        toast.success('The API key was revoked.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
