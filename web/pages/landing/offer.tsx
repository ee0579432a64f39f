import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';

/** The plan card, next to a description of the trial. */
export function Offer({ plan }: { plan: ReactNode }) {
  const cardNote = useCardNote();
  return (
    <section aria-labelledby="offer-title" className="border-t border-border bg-surface">
      <div className="mx-auto grid max-w-6xl gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-[2fr_3fr] lg:gap-16">
        <div>
          <h2 id="offer-title" className="text-3xl">
            One plan, everything included
          </h2>
          <p className="mt-3 text-lg text-muted-foreground">
            Start with {formatNumber(SIGN_UP_CREDITS)} credits and {TRIAL_DAYS} days to use them. One credit
            covers one URL or one lookup. {cardNote}
          </p>
        </div>
        {plan}
      </div>
    </section>
  );
}

export function FinalCall() {
  return (
    <section aria-labelledby="call-title" className="bg-inverse text-inverse-foreground">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-10 gap-y-6 px-4 py-14 md:px-6 md:py-20">
        <div>
          <h2 id="call-title" className="text-3xl">
            Bring your list and find the contacts behind it
          </h2>
          <p className="mt-2 text-lg opacity-80">
            Your first {formatNumber(SIGN_UP_CREDITS)} credits are on us.
          </p>
        </div>
        <Button asChild size="lg" variant="secondary">
          <Link to="/pricing">View Plan Details</Link>
        </Button>
      </div>
    </section>
  );
}
