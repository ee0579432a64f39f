import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { RUN_CAP_MAX_CREDITS } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const USUAL_CAP = '500';

/** Whether a list runs its new rows by itself, and for how many credits a month. */
export function AutoRunField({ list, onChanged }: { list: ListView; onChanged: (list: ListView) => void }) {
  const [cap, setCap] = useState(list.autoCap === null ? USUAL_CAP : String(list.autoCap));
  const [fault, setFault] = useState<string>();
  const save = useMutation({
    mutationFn: (credits: number | null) =>
      invoke(LIST_STEP_CALLS.listSetAutoRun, { id: list.id, cap: credits }),
    onSuccess: onChanged,
    onError: (error) => setFault(failureMessage(error)),
  });
  const turnOn = () => {
    const credits = Number(cap.replaceAll(/[\s,]/g, ''));
    const isGood = Number.isInteger(credits) && credits >= 1 && credits <= RUN_CAP_MAX_CREDITS;
    setFault(isGood ? undefined : 'Enter a whole number of credits.');
    if (isGood) save.mutate(credits);
  };
  return (
    <details className="rounded-lg border border-border px-4 py-3">
      <summary className="cursor-pointer text-sm">
        {list.autoCap === null
          ? 'New rows run only when you click Run'
          : `New rows run by themselves, for up to ${plural(list.autoCap, 'credit')} a month`}
      </summary>
      <div className="mt-3 grid gap-3">
        <Field
          label="Credits a month"
          error={fault}
          hint="Rows from extensions, imports and programs are run soon after they arrive, in all columns that tools fill."
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={cap}
              onChange={({ target }) => setCap(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" size="sm" busy={save.isPending} onClick={turnOn}>
            {list.autoCap === null ? 'Turn on' : 'Change'}
          </Button>
          {list.autoCap !== null && (
            <Button variant="ghost" size="sm" onClick={() => save.mutate(null)}>
              Turn off
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}
