import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { ACCOUNT_QUERY } from '../lib/account.ts';
import { failureMessage } from '../lib/calls.ts';
import { toast } from '../lib/toast.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { accountCredits, isLargeSpend } from './large-spend.ts';
import type { Spend, SpendDialogProps } from './spend-dialog.tsx';

const loadDialog = () => import('./spend-dialog.tsx');

/** A click that may cost credits. `cost` is the most that it can cost. */
interface WantedSpend extends Omit<Spend, 'credits'> {
  /** finds out what it really costs at most, for example without free repeats */
  exact?: () => Promise<number>;
}

/**
 * `spend` runs `go` at once, or after a question if it costs many credits. It waits until the balance and the exact cost are
 * known; meanwhile it `isWaiting`, and the button is busy. If they can't be found out, nothing is started. Show `question`
 * on the page.
 */
export function useSpend(account: AccountView | undefined): {
  spend: (spend: WantedSpend) => void;
  isWaiting: boolean;
  question: ReactNode;
} {
  // The last one stays while the dialog fades out.
  const [asked, setAsked] = useState<Spend | null>(null);
  const [open, setOpen] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const waiting = useRef(false);
  const client = useQueryClient();
  const close = () => setOpen(false);
  const SpendDialog = useLoaded<SpendDialogProps>(open, loadDialog, close);

  const decide = ({ exact: _, ...spend }: WantedSpend, payer: AccountView) => {
    const credits = accountCredits(payer);
    const cost = Math.min(spend.cost, credits ?? spend.cost);
    if (credits === null || !isLargeSpend(cost, credits)) return spend.go();
    setAsked({ ...spend, cost, credits });
    setOpen(true);
  };
  const findOut = async (wanted: WantedSpend) => {
    const payer = account ?? (await client.ensureQueryData(ACCOUNT_QUERY));
    const cost = isLargeSpend(wanted.cost, accountCredits(payer)) ? await wanted.exact?.() : undefined;
    decide({ ...wanted, cost: cost ?? wanted.cost }, payer);
  };

  return {
    spend: (wanted) => {
      if (waiting.current) return;
      const isKnown = !wanted.exact || (account && !isLargeSpend(wanted.cost, accountCredits(account)));
      if (account && isKnown) return decide(wanted, account);
      waiting.current = true;
      setWaiting(true);
      findOut(wanted)
        .catch((error: unknown) =>
          toast.error('We couldn’t find out what this costs, so nothing was started.', {
            description: failureMessage(error),
          }),
        )
        .finally(() => {
          waiting.current = false;
          setWaiting(false);
        });
    },
    isWaiting,
    question: SpendDialog && asked && <SpendDialog open={open} spend={asked} onClose={close} />,
  };
}
