import { Link } from 'react-router';
import { decideAccess } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import { MESSAGES } from '#contract/messages.ts';
import { FreeRepeats } from '#web/kit/quote.tsx';
import type { FreeItems } from '#web/kit/use-free-repeats.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';

/** The badges of the specification (lead tools §2), and what is free. */
export function ProfileQuote({
  count,
  account,
  free: { repeats, sample },
}: {
  count: number;
  account: AccountView | undefined;
  free: FreeItems;
}) {
  const included = !account || account.isStaff || account.credits === 'unlimited';
  const credits = Number(account?.credits);
  const access =
    account &&
    !sample &&
    decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, Date.now(), {
      ...account,
      free: count > 0 && repeats === count,
    });
  const short = !included && !sample && credits < count - repeats;
  return (
    <div className="grid min-w-0 gap-1.5 text-sm tabular-nums">
      <div role="status" className="flex flex-wrap items-center gap-2">
        <Badge tone={count > 0 ? 'outline' : 'neutral'}>{plural(count, 'URL')} detected</Badge>
        {account && !included && (
          <Badge tone={short ? 'warning' : 'neutral'}>Credits needed: {formatNumber(count - repeats)}</Badge>
        )}
      </div>
      <FreeRepeats repeats={repeats} count={count} />
      {access && !access.allowed ? (
        <p className="text-warning">
          {access.message}{' '}
          <Link to="/pricing" className="font-medium underline underline-offset-4">
            {MESSAGES.gate.upgradeNow}
          </Link>
        </p>
      ) : (
        <p className="text-muted-foreground">
          {included || !account ? 'Included in your plan.' : `You have ${plural(credits, 'credit')}.`} You
          only pay for profiles with data.
        </p>
      )}
    </div>
  );
}
