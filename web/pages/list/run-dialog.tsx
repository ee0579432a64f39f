import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { type RunCells, SAMPLE_ROWS } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { RepeatButton } from '../../kit/schedules/repeat-button.tsx';
import { RUN_CELLS } from '../../kit/schedules/run-cells.ts';
import { StartFailure } from '../../kit/start-failure.tsx';
import { includesWork } from '../../lib/account.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AutoRunField } from './auto-run-field.tsx';
import { RunQuoteText } from './run-quote-text.tsx';
import type { useRunActions } from './use-list-runs.ts';

export interface RunDialogProps {
  list: ListView;
  account: AccountView | undefined;
  open: boolean;
  /** the steps to run at first; all if none is given */
  steps: readonly string[] | null;
  /** the cells to run at first */
  cells: RunCells;
  /** the rows of the search, the filters and the selection */
  rows: ChosenListRows;
  /** whether no exclusion list was turned off: also one that this page doesn't know leaves out its people */
  leavesOutAll: boolean;
  /** which rows these are, if not all */
  rowsNote: string | null;
  actions: ReturnType<typeof useRunActions>;
  onChanged: (list: ListView) => void;
  onClose: () => void;
}

/** What a run would do and cost at most, and its start. */
export default function RunDialog({
  list,
  account,
  open,
  steps,
  cells: firstCells,
  rows,
  leavesOutAll,
  rowsNote,
  actions,
  onChanged,
  onClose,
}: RunDialogProps) {
  const toolSteps = list.steps.filter(({ kind }) => kind === 'tool');
  const [chosen, setChosen] = useState<readonly string[]>(steps ?? toolSteps.map(({ id }) => id));
  const [cells, setCells] = useState<RunCells>(firstCells);
  const [sample, setSample] = useState(false);
  const [replaceTyped, setReplaceTyped] = useState(false);
  const [cap, setCap] = useState('');
  const last = useRef<{ content: string; key: string } | null>(null);
  const { leaveOut = '', ...chosenRows } = rows;
  const input = {
    id: list.id,
    ...chosenRows,
    ...(leavesOutAll ? {} : { leaveOut: leaveOut === '' ? [] : leaveOut.split(',') }),
    steps: [...chosen],
    cells,
    ...(sample ? { first: SAMPLE_ROWS } : {}),
    ...(cells === 'all' && replaceTyped ? { replaceTyped } : {}),
  };
  const { listRunQuote } = LIST_STEP_CALLS;
  const {
    data: quote,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['run-quote', input, list.version],
    queryFn: ({ signal }) => invoke(listRunQuote, input, { signal }),
    enabled: open && chosen.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { start } = actions;
  const limit = parseWholeNumber(cap);
  const badLimit = cap.trim() !== '' && limit === null;
  const included = includesWork(account);
  // Rows may be added between the quote and the start. They aren't paid for unseen.
  const quoted = quote && !included ? quote.credits : null;
  const most = limit ?? quoted;
  // On the button, so that a run that costs much needs no second question.
  const price = included || badLimit || !quote ? 0 : Math.min(quote.credits, limit ?? quote.credits);
  const run = { ...input, ...(most === null ? {} : { cap: most }) };
  const content = JSON.stringify(run);
  // That of another dialog, or of other choices, says nothing about this run.
  const failure = last.current?.content === content ? start.error : null;
  const begin = () => {
    // The same run again after a lost response has the same key, so it starts once.
    if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
    start.mutate(
      { ...run, key: last.current.key },
      {
        onSuccess() {
          last.current = null;
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Run"
      help={rowsNote ?? `All ${plural(list.rows, 'row')} of this list.`}
      insistent={start.isPending}
    >
      <div className="flex flex-col gap-4">
        <fieldset className="grid gap-1.5">
          <legend className="mb-1 text-sm font-medium">Columns to fill</legend>
          {toolSteps.map((step) => {
            const ofStep = quote?.steps.find((each) => each.step === step.id);
            return (
              <label key={step.id} className="flex min-h-8 items-center gap-2.5">
                <input
                  type="checkbox"
                  className="size-4 accent-(--accent)"
                  checked={chosen.includes(step.id)}
                  onChange={({ target }) =>
                    setChosen(
                      target.checked ? [...chosen, step.id] : chosen.filter((other) => other !== step.id),
                    )
                  }
                />
                <span className="min-w-0 flex-1 truncate">{step.name}</span>
                {ofStep && chosen.includes(step.id) && (
                  <span className="text-sm text-muted-foreground tabular-nums">
                    {plural(ofStep.cells, 'cell')}
                    {ofStep.expected !== null && ` · usually ${Math.round(ofStep.expected * 100)}% found`}
                  </span>
                )}
              </label>
            );
          })}
        </fieldset>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <Field label="Cells">
            {(control) => (
              <Select
                {...control}
                value={cells}
                onChange={({ target }) =>
                  setCells(RUN_CELLS.find((each) => each.cells === target.value)?.cells ?? 'empty')
                }
              >
                {RUN_CELLS.map((each) => (
                  <option key={each.cells} value={each.cells}>
                    {each.label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Spend at most"
            error={badLimit ? 'Enter a whole number, or nothing' : undefined}
            hint={included ? 'Credits. If empty, no limit.' : 'Credits. If empty, the price below.'}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                placeholder={quote ? formatNumber(quote.credits) : ''}
                value={cap}
                onChange={({ target }) => setCap(target.value)}
              />
            )}
          </Field>
        </div>
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={sample}
            onChange={({ target }) => setSample(target.checked)}
          />
          Try it with the first {SAMPLE_ROWS} rows
        </label>
        {cells === 'all' && (replaceTyped || (quote?.typed ?? 0) > 0) && (
          <label className="flex min-h-8 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-4 shrink-0 accent-(--accent)"
              checked={replaceTyped}
              onChange={({ target }) => setReplaceTyped(target.checked)}
            />
            Also replace values from before the column had a tool
          </label>
        )}
        <AutoRunField list={list} onChanged={onChanged} />
        {chosen.length === 0 ? (
          <p className="text-sm text-warning">Choose a column to fill.</p>
        ) : error ? (
          <Alert tone="danger" title="We couldn’t find out what this costs">
            {failureMessage(error)}
          </Alert>
        ) : !quote ? (
          <Skeleton className="h-6 w-56" />
        ) : quote.problem ? (
          <p role="status" className="text-sm text-warning">
            {quote.problem}
          </p>
        ) : (
          <RunQuoteText list={list} quote={quote} account={account} included={included} />
        )}
        {failure && <StartFailure error={failure} />}
        <DialogFooter>
          <Button variant="secondary" disabled={start.isPending} onClick={onClose}>
            Cancel
          </Button>
          <RepeatButton
            disabled={chosen.length === 0}
            repeat={() => ({
              kind: 'list',
              list,
              cells,
              steps: chosen.length === toolSteps.length ? null : chosen,
              someRows: rowsNote !== null || sample,
            })}
          />
          <Button
            busy={start.isPending || isFetching}
            disabled={!quote || quote.problem !== null || badLimit || chosen.length === 0}
            onClick={begin}
          >
            {start.isPending ? 'Starting…' : price > 0 ? `Run for up to ${plural(price, 'credit')}` : 'Run'}
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
