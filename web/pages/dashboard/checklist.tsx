import { Check, X } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ListView } from '#contract/lists.ts';
import { toolFor } from '#tools/index/tools.ts';
import { samplePath } from '../../kit/guide.ts';
import { cn } from '../../lib/class-names.ts';
import { LISTS_PATH } from '../../lib/lists.ts';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx';
import { type FirstStep, firstSteps, type StepName } from './first-steps.ts';

interface StepTexts {
  title: string;
  text: string;
  action: string;
}

const TEXTS: Readonly<Record<StepName, StepTexts>> = {
  list: {
    title: 'Fill a list column by column',
    text: 'Try it with a few organizations: import them, and let the tools add domains, contacts and verified emails.',
    action: 'Make a list',
  },
  sample: {
    title: 'Read a few websites',
    text: 'We fill in a few public websites, free of charge. Press Extract Data and watch the contacts come in.',
    action: 'Open the sample',
  },
  'own-list': {
    title: 'Run a list of your own',
    text: 'Paste websites or upload a CSV file. You see the cost before you start.',
    action: 'Add your list',
  },
};

/** Whether the account's checklist was hidden in this browser, and how to hide it. */
export function useHiddenChecklist(accountId: string) {
  const persistence = useMemo(
    (): Persistence<boolean> => ({
      key: `checklist hidden ${accountId}`,
      parse: (saved) => saved === 'yes',
      format: (hidden) => (hidden ? 'yes' : null),
      atOnce: () => true,
    }),
    [accountId],
  );
  return usePersistedState(persistence);
}

/** The first three steps of a new account. It goes away when all are done. */
export function Checklist({
  totalTasks,
  lists,
  onHide,
}: {
  totalTasks: number;
  lists: readonly ListView[];
  onHide: () => void;
}) {
  const steps = firstSteps({ totalTasks, lists: lists.length });
  const next = steps.find(({ done }) => !done);
  if (!next) return null;
  const paths: Readonly<Record<StepName, string | null>> = {
    list: samplePath(LISTS_PATH),
    sample: samplePath(toolFor('websites').path),
    'own-list': toolFor('websites').path,
  };
  return (
    <Card role="region" aria-labelledby="first-steps">
      <CardHeader className="flex-nowrap">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <CardTitle id="first-steps">Get started</CardTitle>
          <p className="text-sm text-muted-foreground tabular-nums">
            {steps.filter(({ done }) => done).length} of {steps.length} done
          </p>
        </div>
        <Button variant="ghost" size="icon-sm" aria-label="Hide these steps" onClick={onHide}>
          <X aria-hidden />
        </Button>
      </CardHeader>
      <ol>
        {steps.map((step, index) => (
          <Step
            key={step.name}
            step={step}
            number={index + 1}
            isNext={step === next}
            path={paths[step.name]}
            texts={TEXTS[step.name]}
          />
        ))}
      </ol>
    </Card>
  );
}

function Step({
  step: { done },
  number,
  isNext,
  path,
  texts: { title, text, action },
}: {
  step: FirstStep;
  number: number;
  isNext: boolean;
  /** null: there is nothing to open yet */
  path: string | null;
  texts: StepTexts;
}) {
  return (
    <li className="flex gap-3 border-b border-border px-4 py-3.5 last:border-b-0 md:px-5">
      <span
        className={cn(
          'mt-px flex size-6 shrink-0 items-center justify-center rounded-full border text-sm tabular-nums',
          done ? 'border-success bg-success-soft text-success' : 'border-input text-muted-foreground',
        )}
      >
        {done ? <Check aria-hidden className="size-3.5" /> : <span aria-hidden>{number}</span>}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 gap-y-2.5 sm:flex-row sm:items-center sm:justify-between">
        <div className="min-w-0">
          <p className={cn('font-medium', done && 'text-muted-foreground')}>
            {title}
            {done && <span className="sr-only"> (done)</span>}
          </p>
          {!done && <p className="mt-0.5 text-muted-foreground text-pretty">{text}</p>}
        </div>
        {!done && path && (
          <Button
            asChild
            size="sm"
            variant={isNext ? 'primary' : 'secondary'}
            className="self-start sm:self-center"
          >
            <Link to={path}>{action}</Link>
          </Button>
        )}
      </div>
    </li>
  );
}
