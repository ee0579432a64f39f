import { type ReactNode, useState } from 'react';
import type { AccountView } from '#contract/account.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { creditsOf, isLargeSpend } from './large-spend.ts';
import type { Spend, SpendDialogProps } from './spend-dialog.tsx';

const loadDialog = () => import('./spend-dialog.tsx');

/**
 * `spend` runs `go` at once, or after a question if it costs many credits. Show `question` on the page. `cost` is what
 * is spent at most.
 */
export function useSpend(account: AccountView | undefined): {
  spend: (spend: Omit<Spend, 'credits'>) => void;
  question: ReactNode;
} {
  // The last one stays while the dialog fades out.
  const [asked, setAsked] = useState<Spend | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const SpendDialog = useLoaded<SpendDialogProps>(open, loadDialog, close);
  const credits = creditsOf(account);
  return {
    spend: (wanted) => {
      if (credits === null || !isLargeSpend(wanted.cost, credits)) return wanted.go();
      setAsked({ ...wanted, credits });
      setOpen(true);
    },
    question: SpendDialog && asked && <SpendDialog open={open} spend={asked} onClose={close} />,
  };
}
