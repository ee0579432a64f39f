import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { UNLIMITED_PRICE } from '#contract/limits.ts';
import { PLAN_LINES } from '../pages/visitor-facts.ts';

/** Included in the unlimited plan (spec accounts §1). */
const INCLUDED = [
  'Unlimited credits',
  ...PLAN_LINES,
  'CSV imports and exports',
  'API access',
  'Maps scraper',
  'Browser extension',
];

/** The unlimited plan. `action` is the button and its notes. */
export function PlanCard({ action }: { action: ReactNode }) {
  return (
    <div className="rounded-xl border border-border bg-card p-6 md:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-xl font-semibold tracking-tight">Unlimited</p>
        <p className="text-lg text-muted-foreground">
          <span className="text-3xl font-semibold tracking-tight text-foreground tabular-nums">
            {UNLIMITED_PRICE}
          </span>{' '}
          per month
        </p>
      </div>
      <ul className="mt-6 grid gap-x-6 gap-y-2.5 border-t border-border pt-6 sm:grid-cols-2">
        {INCLUDED.map((item) => (
          <li key={item} className="flex items-center gap-2.5 text-lg">
            <Check aria-hidden className="size-4 shrink-0 text-success" />
            {item}
          </li>
        ))}
      </ul>
      <div className="mt-8">{action}</div>
    </div>
  );
}
