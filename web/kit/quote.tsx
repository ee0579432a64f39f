import { Link } from 'react-router';
import { decideAccess } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { formatCredits, formatNumber, plural } from '../lib/format.ts';

interface QuoteProps {
  count: number;
  /** what is counted, as a countable noun */
  noun: string;
  account: AccountView | undefined;
  /** what is charged and what is not */
  note: string;
}

/** Before a run: how much there is to do, the most it can cost, and what there is to pay it with. */
export function Quote({ count, noun, account, note }: QuoteProps) {
  if (!account) return <p className="text-sm text-muted-foreground">{plural(count, noun)}</p>;
  const free = account.isStaff || account.credits === 'unlimited';
  const denial = decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, Date.now(), account);
  const short = !free && Number(account.credits) < count;
  return (
    <div className="min-w-0 text-sm tabular-nums">
      <p className="text-muted-foreground">
        <span className="font-medium text-foreground">{plural(count, noun)}</span>
        {' · '}
        {free ? 'no credits needed' : `up to ${plural(count, 'credit')}`}
        {' · '}
        you have {formatCredits(account.credits).toLowerCase()}
        {free && account.credits === 'unlimited' ? ' credits' : ''}
      </p>
      {!denial.allowed ? (
        <p className="mt-0.5 text-warning">
          {denial.message}{' '}
          <Link to="/pricing" className="font-medium underline underline-offset-4">
            {MESSAGES.gate.upgradeNow}
          </Link>
        </p>
      ) : (
        <p className={short ? 'mt-0.5 text-warning' : 'mt-0.5 text-muted-foreground'}>
          {short
            ? `Your credits reach for ${formatNumber(Number(account.credits))}; the rest can be resumed later.`
            : note}
        </p>
      )}
    </div>
  );
}
