import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { type AccountFacts, viewAccount } from './account.ts';
import { setLongTaskMail, wantsLongTaskMail } from './profile.ts';

/** Mounts the account call. */
export function mountAccounts(
  binder: Binder,
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
  facts: AccountFacts,
): void {
  binder.signedIn(CALLS.account, async ({ session }) => {
    const view = await viewAccount(deps, session, facts);
    if (!view) throw new CallError('not_authenticated');
    return view;
  });
  binder.signedIn(CALLS.mailSettings, async ({ session }) => ({
    longTasks: await wantsLongTaskMail(deps.database.db, session.accountId),
  }));
  binder.signedIn(CALLS.saveMailSettings, async ({ session, input }) => {
    await setLongTaskMail(deps.database.db, session.accountId, input.longTasks);
    return input;
  });
}
