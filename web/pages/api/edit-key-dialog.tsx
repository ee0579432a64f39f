import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { type ApiKeyView, NewApiKey } from '#contract/api-keys.ts';
import { API_KEY_CALLS } from '#contract/calls/api-key-calls.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { BudgetField, BudgetText } from './budget-field.tsx';
import { API_KEYS_KEY } from './use-api-keys.ts';

export interface EditKeyDialogProps {
  /** null closes it. */
  apiKey: ApiKeyView | null;
  onClose: () => void;
}

/** Changes the name and the budget of an API key. */
export default function EditKeyDialog({ apiKey, onClose }: EditKeyDialogProps) {
  // It stays while the dialog fades out.
  const [shown, setShown] = useState(apiKey);
  useEffect(() => {
    if (apiKey) setShown(apiKey);
  }, [apiKey]);
  return (
    <Dialog
      open={apiKey !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Edit the API key"
      help="The key itself and its permissions stay as they are."
    >
      {shown && <EditKeyForm apiKey={shown} onDone={onClose} />}
    </Dialog>
  );
}

const Values = z.object({ name: NewApiKey.shape.name, budget: BudgetText });

function EditKeyForm({ apiKey, onDone }: { apiKey: ApiKeyView; onDone: () => void }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { id, name, monthlyBudget } = apiKey;
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: { name, budget: monthlyBudget === null ? '' : formatNumber(monthlyBudget) },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      await invoke(API_KEY_CALLS.changeApiKey, { id, name: values.name, monthlyBudget: values.budget });
      await queries.invalidateQueries({ queryKey: API_KEYS_KEY });
      toast.success('The API key was changed.');
      onDone();
    } catch (error) {
      setFailure(failureMessage(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <BudgetField field={register('budget')} error={errors.budget?.message} />
      <DialogFooter>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Save changes
        </Button>
      </DialogFooter>
    </form>
  );
}
