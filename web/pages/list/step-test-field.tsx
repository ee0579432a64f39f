import { useMutation } from '@tanstack/react-query';
import { LIST_STEP_CALLS, type StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface StepTestFieldProps {
  list: ListView;
  draft: StepDraft;
  /** of the try to test */
  index: number;
}

/** Sends the request or prompt of a try for the first row, and shows the answer. */
export function StepTestField({ list, draft, index }: StepTestFieldProps) {
  const test = useMutation({
    mutationFn: () => invoke(LIST_STEP_CALLS.listStepTest, { id: list.id, step: draft, try: index }),
  });
  const { data } = test;
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        Test with the first row
      </Button>
      {test.error && (
        <Alert tone="danger" title="The test wasn’t sent">
          {failureMessage(test.error)}
        </Alert>
      )}
      {data && (
        <Alert tone={data.found ? 'success' : 'warning'} title={data.text}>
          <dl className="grid gap-1">
            {Object.entries(data.values).map(([name, value]) => (
              <div key={name} className="wrap-anywhere">
                <dt className="inline font-medium">{name}: </dt>
                <dd className="inline">{value}</dd>
              </div>
            ))}
          </dl>
          {data.sent !== null && (
            <details className="mt-1">
              <summary className="cursor-pointer">What the model got</summary>
              <p className="mt-1 max-h-64 overflow-y-auto wrap-anywhere whitespace-pre-wrap text-muted-foreground">
                {data.sent}
              </p>
            </details>
          )}
          {data.evidence.map((text) => (
            <p key={text} className="mt-1 wrap-anywhere text-muted-foreground">
              {text}
            </p>
          ))}
        </Alert>
      )}
    </div>
  );
}
