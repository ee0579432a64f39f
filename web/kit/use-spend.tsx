import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { ACCOUNT_QUERY } from '../lib/account.ts';
import { messageOf } from '../lib/calls.ts';
import { toast } from '../lib/toast.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { creditsOf, isLargeSpend } from './large-spend.ts';
import type { Spend, SpendDialogProps } from './spend-dialog.tsx';

const loadDialog = () => import('./spend-dialog.tsx');

/** A click that may cost credits. */
interface WantedSpend extends Omit<Spend, 'credits' | 'cost'> {
  /** the most that it can cost, or how to find that out; never more than the balance */
  cost: number | (() => Promise<number>);
}

/**
 * `spend` runs `go` at once, or after a question if it costs many credits. It waits until the cost and the balance are
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

  const decide = ({ action, go }: WantedSpend, most: number, payer: AccountView) => {
    const credits = creditsOf(payer);
    const cost = Math.min(most, credits ?? most);
    if (credits === null || !isLargeSpend(cost, credits)) return go();
    setAsked({ action, go, cost, credits });
    setOpen(true);
  };
  const findOut = async (wanted: WantedSpend) => {
    const cost = typeof wanted.cost === 'number' ? wanted.cost : await wanted.cost();
    decide(wanted, cost, account ?? (await client.ensureQueryData(ACCOUNT_QUERY)));
  };

  return {
    spend: (wanted) => {
      if (waiting.current) return;
      if (account && typeof wanted.cost === 'number') return decide(wanted, wanted.cost, account);
      waiting.current = true;
      setWaiting(true);
      findOut(wanted)
        .catch((error: unknown) =>
          toast.error('We couldn’t find out what this costs, so nothing was started.', {
            description: messageOf(error),
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
