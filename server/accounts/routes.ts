import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { type AccountTotals, viewAccount } from './account.ts';

/** Mounts the account call. `totalsOf` sums up the usage of an account. */
export function mountAccounts(
  binder: Binder,
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
  { totalsOf }: { totalsOf(accountId: string): Promise<AccountTotals> },
): void {
  binder.signedIn(CALLS.account, async ({ session }) => {
    const view = await viewAccount(deps, session.accountId, totalsOf);
    if (!view) throw new CallError('not_authenticated');
    return view;
  });
}
