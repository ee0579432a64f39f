import { decideAccess } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import { plural } from '#contract/plural.ts';
import { includesWork } from '../lib/account.ts';
import { formatNumber } from '../lib/format.ts';
import { RefusalLink } from './refusal-link.tsx';
import type { FreeItems } from './use-free-repeats.ts';

interface QuoteProps {
  count: number;
  /** one item, as a countable noun */
  noun: string;
  account: AccountView | undefined;
  /** what is free */
  note: string;
  /** what of it is free, if that was looked up */
  free?: FreeItems;
}

const NOTHING_FREE: FreeItems = { repeats: 0, free: 0, sample: false };

/** Shown before a run: the number of items, the maximum cost, and the account's credits. */
export function Quote({ count, noun, account, note, free: found = NOTHING_FREE }: QuoteProps) {
  const repeats = Math.min(found.repeats, count);
  const free = Math.min(found.free, count);
  if (!account) return <p className="text-sm text-muted-foreground">{plural(count, noun)}</p>;
  const included = includesWork(account);
  const access = found.sample
    ? { allowed: true as const }
    : decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, Date.now(), {
        ...account,
        free: count > 0 && free === count,
      });
  const credits = Number(account.credits);
  const most = count - free;
  const short = !included && credits < most;
  return (
    <div className="min-w-0 text-sm tabular-nums">
      <p className="text-muted-foreground">
        <span className="font-medium text-foreground">{plural(count, noun)}</span>
        {' · '}
        {included
          ? 'included in your plan'
          : found.sample
            ? 'free sample'
            : `up to ${plural(most, 'credit')} · you have ${formatNumber(credits)}`}
      </p>
      <FreeRepeats repeats={repeats} count={count} />
      {!access.allowed ? (
        <p className="mt-0.5 text-warning">
          {access.message} <RefusalLink reason={access.reason} />
        </p>
      ) : (
        !included && (
          <p className={short ? 'mt-0.5 text-warning' : 'mt-0.5 text-muted-foreground'}>
            {short
              ? `Your credits cover ${formatNumber(credits)} of ${plural(most, noun)}. You can resume the rest later.`
              : note}
          </p>
        )
      )}
    </div>
  );
}

/** How many of the items are free; nothing if none is. */
export function FreeRepeats({ repeats, count }: { repeats: number; count: number }) {
  if (repeats === 0) return null;
  return (
    <p className="mt-0.5 text-success">
      {formatNumber(repeats)} of {formatNumber(count)} {repeats === 1 ? 'is' : 'are'} free: you paid for{' '}
      {repeats === 1 ? 'it' : 'them'} before
    </p>
  );
}
