import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  BOUNCE_KEY_TEXTS,
  BOUNCE_PROVIDER_LABELS,
  BOUNCE_PROVIDERS,
  type BounceProvider,
} from '#contract/bounces.ts';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { BOUNCES_KEY } from './use-bounces.ts';

export interface BounceKeysDialogProps {
  open: boolean;
  /** providers that have one */
  keys: readonly BounceProvider[];
  onClose: () => void;
}

/** Sets or removes what checks the reports of a provider. A key is never shown again. */
export default function BounceKeysDialog({ open, keys, onClose }: BounceKeysDialogProps) {
  const queries = useQueryClient();
  const [provider, setProvider] = useState<BounceProvider>(keys[0] ?? 'sendgrid');
  const [value, setValue] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(key: string | null) {
    setBusy(true);
    setFailure(null);
    try {
      const overview = await invoke(BOUNCE_CALLS.bounceSettings, { keys: { [provider]: key } });
      queries.setQueryData(BOUNCES_KEY, overview);
      setValue('');
      onClose();
    } catch (error) {
      setFailure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(value);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Keys of your email provider"
      help="With a key, we refuse reports that its provider didn't sign. We store it encrypted and don't show it again."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Field label="Provider">
          {(control) => (
            <Select
              {...control}
              value={provider}
              onChange={({ target }) => {
                const chosen = BOUNCE_PROVIDERS.find((each) => each === target.value);
                if (chosen) setProvider(chosen);
              }}
            >
              {BOUNCE_PROVIDERS.map((each) => (
                <option key={each} value={each}>
                  {keys.includes(each)
                    ? `${BOUNCE_PROVIDER_LABELS[each]} (has a key)`
                    : BOUNCE_PROVIDER_LABELS[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={BOUNCE_KEY_TEXTS[provider]}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Field>
        <DialogFooter>
          {keys.includes(provider) && (
            <Button variant="secondary" disabled={busy} onClick={() => save(null)}>
              Remove key
            </Button>
          )}
          <Button type="submit" busy={busy}>
            Save key
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
