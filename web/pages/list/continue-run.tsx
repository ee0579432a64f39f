import { Play } from 'lucide-react';
import { useState } from 'react';
import { RUN_CAP_MAX_CREDITS } from '#contract/list-runs.ts';
import { plural } from '#contract/plural.ts';
import type { TaskView } from '#contract/tasks.ts';
import { resumedCap } from '../../kit/resumed-cap.ts';
import { formatNumber } from '../../lib/format.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx';

interface ContinueRunProps {
  run: TaskView;
  busy: boolean;
  onContinue: (cap: number) => void;
}

/** Continues a run that stopped at its limit, with another one. */
export function ContinueRun({ run, busy, onContinue }: ContinueRunProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm" busy={busy}>
          <Play aria-hidden />
          Continue with a higher limit
        </Button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label="Continue with a higher limit"
        className="w-80 max-w-[calc(100vw-1.5rem)] p-4"
      >
        <LimitForm
          run={run}
          onLimit={(cap) => {
            setOpen(false);
            onContinue(cap);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function LimitForm({ run, onLimit }: { run: TaskView; onLimit: (cap: number) => void }) {
  const spent = run.creditsused + run.creditsincluded;
  const [text, setText] = useState(String(resumedCap(run) ?? ''));
  const [fault, setFault] = useState<string>();
  // As the cells so far. Those of other tools can cost more.
  const rest = run.processed > 0 ? Math.ceil((spent / run.processed) * (run.total - run.processed)) : 0;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const cap = parseWholeNumber(text);
        if (cap === null || cap <= spent || cap > RUN_CAP_MAX_CREDITS)
          setFault(
            cap !== null && cap > spent
              ? `Enter ${plural(RUN_CAP_MAX_CREDITS, 'credit')} at most.`
              : `Enter more than the ${plural(spent, 'credit')} that the run has cost.`,
          );
        else onLimit(cap);
      }}
    >
      <Field
        label="Spend at most, in all"
        error={fault}
        hint={`Credits. ${formatNumber(spent)} spent so far${rest > 0 ? `, and the other cells may cost about ${formatNumber(rest)} more` : ''}.`}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Button type="submit">Continue</Button>
    </form>
  );
}
