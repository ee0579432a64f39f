import { Check } from 'lucide-react';
import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { formatNumber } from '../../lib/format.ts';

const PROMISES = [
  {
    title: `${formatNumber(SIGN_UP_CREDITS)} credits to start with`,
    text: `Try every tool for ${TRIAL_DAYS} days. Credits never expire.`,
  },
  {
    title: 'One credit for a page that was read',
    text: 'A site that cannot be reached costs nothing, and neither does a line pasted twice.',
  },
  {
    title: 'Every value shows where it came from',
    text: 'The page, the place on it, and the words as they stood there.',
  },
  {
    title: 'Runs do not depend on your browser',
    text: 'Close the tab, come back later: progress and rows are where you left them.',
  },
];

/** What an account brings, beside the form. */
export function AccountOffer() {
  return (
    <>
      <h2 className="text-2xl">Contacts you can check, not just download</h2>
      <ul className="mt-8 grid gap-6">
        {PROMISES.map((promise) => (
          <li key={promise.title} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            <div>
              <p className="text-lg font-medium tracking-tight">{promise.title}</p>
              <p className="mt-0.5 text-muted-foreground">{promise.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
