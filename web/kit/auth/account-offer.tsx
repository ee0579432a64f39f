import { Check } from 'lucide-react';
import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { formatNumber } from '../../lib/format.ts';

/** Only for pages where each button gives them. */
const SIGN_UP_BENEFIT = {
  title: `${formatNumber(SIGN_UP_CREDITS)} free credits`,
  text: `Try every tool for ${TRIAL_DAYS} days. Credits never expire.`,
};

const BENEFITS = [
  {
    title: 'One credit per website we read',
    text: "Sites we can't reach and duplicate lines are free.",
  },
  {
    title: 'See the source of every value',
    text: 'You get the page, the place on it, and the original text.',
  },
  {
    title: 'Runs continue without your browser',
    text: 'Close the tab and come back later. Your progress and results will be waiting.',
  },
];

/** The benefits of an account, shown next to the form. `newAccount`: the page only creates accounts. */
export function AccountOffer({ newAccount = false }: { newAccount?: boolean }) {
  const benefits = newAccount ? [SIGN_UP_BENEFIT, ...BENEFITS] : BENEFITS;
  return (
    <>
      <h2 className="text-2xl">Contacts you can verify, not just download</h2>
      <ul className="mt-8 grid gap-6">
        {benefits.map((benefit) => (
          <li key={benefit.title} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />
            <div>
              <p className="text-lg font-medium tracking-tight">{benefit.title}</p>
              <p className="mt-0.5 text-muted-foreground">{benefit.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
