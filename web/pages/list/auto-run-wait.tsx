import type { AutoWait, ListView } from '#contract/lists.ts';
import { plural } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';

/** Why the new rows of a list that runs by itself wait; nothing if they don't. */
export function AutoRunWait({ list: { autoCap, autoWait } }: { list: ListView }) {
  if (autoCap === null || autoWait === null) return null;
  const [title, text] = waitTexts(autoCap)[autoWait];
  return (
    <Alert tone="warning" title={title} className="mb-4">
      {text}
    </Alert>
  );
}

function waitTexts(cap: number): Record<AutoWait, readonly [title: string, text: string]> {
  return {
    cap: [
      'New rows wait for the next month',
      `This list may spend ${plural(cap, 'credit')} a month by itself, and what is left isn’t enough for the next row. To run the rows sooner, raise the limit under Run.`,
    ],
    credits: [
      'New rows wait for credits',
      'Your account can’t pay for the next row. Once it has enough credits, new rows run by themselves again.',
    ],
    budget: [
      'New rows wait for the budget of an API key',
      'The key that turned this on has used up its budget of the month. New rows run next month, or once the key has a larger budget.',
    ],
  };
}
