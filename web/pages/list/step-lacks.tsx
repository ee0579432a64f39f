import type { ListStep } from '#contract/list-steps.ts';
import { stepLack } from '#tools/index/step-tools.ts';
import { Alert } from '../../ui/alert.tsx';

interface StepLacksProps {
  steps: readonly ListStep[];
}

/** Which columns of a list that runs by itself can't run, and what they lack. Loaded on its own, because it has all tools. */
export default function StepLacks({ steps }: StepLacksProps) {
  return steps.map((step) => {
    const lack = step.kind === 'tool' ? stepLack(step) : null;
    return (
      lack !== null && (
        <Alert key={step.id} tone="warning" title={`New rows wait in “${step.name}”`} className="mb-4">
          {lack}
        </Alert>
      )
    );
  });
}
