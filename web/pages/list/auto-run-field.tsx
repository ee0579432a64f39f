import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { RUN_CAP_MAX_CREDITS, type RunQuote } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { runCost } from './run-cost.ts';

const USUAL_CAP = '500';

/** Whether a list runs its empty and new rows by itself, for how many credits a month, and what those of now cost. */
export function AutoRunField({ list, onChanged }: { list: ListView; onChanged: (list: ListView) => void }) {
  const [cap, setCap] = useState(list.autoCap === null ? USUAL_CAP : String(list.autoCap));
  const [fault, setFault] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const { data: quote, error } = useQuery({
    queryKey: ['run-quote', 'auto', list.id, list.version],
    queryFn: ({ signal }) => invoke(LIST_STEP_CALLS.listRunQuote, { id: list.id }, { signal }),
    enabled: isOpen,
    gcTime: 0,
  });
  const save = useMutation({
    mutationFn: (credits: number | null) =>
      invoke(LIST_STEP_CALLS.listSetAutoRun, { id: list.id, cap: credits }),
    onSuccess: onChanged,
    onError: (error) => setFault(failureMessage(error)),
  });
  const turnOn = () => {
    const credits = parseWholeNumber(cap);
    const isGood = credits !== null && credits >= 1 && credits <= RUN_CAP_MAX_CREDITS;
    setFault(isGood ? undefined : 'Enter a whole number of credits.');
    if (isGood) save.mutate(credits);
  };
  return (
    <details
      className="rounded-lg border border-border px-4 py-3"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-sm">
        {list.autoCap === null
          ? 'New rows run only when you click Run'
          : `New rows run automatically, for up to ${plural(list.autoCap, 'credit')} a month`}
      </summary>
      <div className="mt-3 grid gap-3">
        <Field
          label="Credits a month"
          error={fault}
          hint="All rows that are still empty are run soon, and new ones soon after they arrive, in all columns that tools fill."
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
        <div className="flex flex-wrap items-center gap-2.5">
          <Button variant="secondary" size="sm" busy={save.isPending} onClick={turnOn}>
            {list.autoCap === null ? 'Turn on' : 'Change'}
          </Button>
          {list.autoCap !== null && (
            <Button variant="ghost" size="sm" onClick={() => save.mutate(null)}>
              Turn off
            </Button>
          )}
          {isOpen && (
            <p role="status" className="text-sm text-muted-foreground tabular-nums">
              {quote ? emptyCells(quote) : error ? failureMessage(error) : 'Counting the empty cells…'}
            </p>
          )}
        </div>
      </div>
    </details>
  );
}

/** What running all empty cells of a list would cost now. */
function emptyCells({ cells, credits, included, problem }: RunQuote): string {
  if (problem) return problem;
  const counted = cells === 1 ? '1 cell is empty now' : `${formatNumber(cells)} cells are empty now`;
  return `${counted}: ${runCost(credits, included !== undefined)}.`;
}
