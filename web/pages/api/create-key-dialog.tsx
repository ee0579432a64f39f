import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { CreateKeyForm } from './create-key-form.tsx';
import { NewKey } from './new-key.tsx';
import { API_KEYS_KEY } from './use-api-keys.ts';

export interface CreateKeyDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Creates an API key and shows it once. */
export default function CreateKeyDialog({ open, onClose }: CreateKeyDialogProps) {
  const queries = useQueryClient();
  const [created, setCreated] = useState<string | null>(null);
  const close = () => {
    onClose();
    setCreated(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={created ? 'Copy your API key' : 'Create an API key'}
      help={
        created
          ? "Copy it now and keep it in a safe place. We don't store it, so we can't show it again."
          : 'Each program should have its own key, with only the permissions it needs.'
      }
      insistent={created !== null}
    >
      {created ? (
        <NewKey value={created} onDone={close} />
      ) : (
        <CreateKeyForm
          onCancel={close}
          onCreated={(key) => {
            setCreated(key);
            void queries.invalidateQueries({ queryKey: API_KEYS_KEY });
          }}
        />
      )}
    </Dialog>
  );
}
