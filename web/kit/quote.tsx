import { Link } from 'react-router';
import { decideAccess } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { formatNumber, plural } from '../lib/format.ts';

interface QuoteProps {
  count: number;
  /** one item, as a countable noun */
  noun: string;
  account: AccountView | undefined;
  /** what is free */
  note: string;
}

/** Shown before a run: the number of items, the maximum cost, and the account's credits. */
export function Quote({ count, noun, account, note }: QuoteProps) {
  if (!account) return <p className="text-sm text-muted-foreground">{plural(count, noun)}</p>;
  const included = account.isStaff || account.credits === 'unlimited';
  const access = decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, Date.now(), account);
  const credits = Number(account.credits);
  const short = !included && credits < count;
  return (
    <div className="min-w-0 text-sm tabular-nums">
      <p className="text-muted-foreground">
        <span className="font-medium text-foreground">{plural(count, noun)}</span>
        {' · '}
        {included
          ? 'included in your plan'
          : `up to ${plural(count, 'credit')} · you have ${formatNumber(credits)}`}
      </p>
      {!access.allowed ? (
        <p className="mt-0.5 text-warning">
          {access.message}{' '}
          <Link
            to={access.reason === 'email_unconfirmed' ? '/dashboard/settings' : '/pricing'}
            className="font-medium underline underline-offset-4"
          >
            {access.reason === 'email_unconfirmed' ? 'Open settings' : MESSAGES.gate.upgradeNow}
          </Link>
        </p>
      ) : (
        !included && (
          <p className={short ? 'mt-0.5 text-warning' : 'mt-0.5 text-muted-foreground'}>
            {short
              ? `Your credits cover ${formatNumber(credits)} of ${plural(count, noun)}. You can resume the rest later.`
              : note}
          </p>
        )
      )}
    </div>
  );
}
