import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { failureMessage } from '../lib/calls.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogFooter } from '../ui/dialog.tsx';

interface ConfirmDialogProps {
  /** what is about to go; null closes the dialog */
  subject: { id: string; name: string } | null;
  /** the first word of the question, such as "Revoke" */
  verb: string;
  /** what happens then, in a sentence or two */
  help: string;
  /** the label of the button */
  action: string;
  /** Carries it out. Throws CallError. */
  run: (id: string) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before something is gone for good. */
export function ConfirmDialog({ subject, verb, help, action, run, onDone, onClose }: ConfirmDialogProps) {
  // The name stays while the dialog fades out.
  const [shown, setShown] = useState(subject);
  const { mutate, reset, error, isPending } = useMutation({ mutationFn: run, onSuccess: onDone });
  useEffect(() => {
    if (!subject) return;
    setShown(subject);
    reset();
  }, [subject, reset]);
  return (
    <Dialog
      open={subject !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`${verb} ${shown?.name ?? ''}?`}
      help={help}
      className="wrap-anywhere"
    >
      {error && (
        <Alert tone="danger" className="mb-4">
          {failureMessage(error)}
        </Alert>
      )}
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="danger"
          busy={isPending}
          onClick={() => {
            if (subject) mutate(subject.id);
          }}
        >
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
