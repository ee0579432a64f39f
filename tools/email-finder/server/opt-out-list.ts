import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { hasOptOuts, isOptedOut } from '#server/opt-outs/opt-outs.ts';
import { readEmailRequest } from '../email-request.ts';
import { type OptOutList, optOutKeys } from '../opt-outs.ts';
import { gather } from './gather.ts';
import { addressesAfter, forgetAddresses } from './memory-store.ts';

type OptOutDeps = Pick<Deps, 'database' | 'secrets'>;

/** Each is hashed with the server's key, some 20 µs; others get their turn on the event loop in between. */
const EMAILS_AT_ONCE = 500;

/** The operator's opt-out list as the email finder asks it. */
export function createOptOutList(deps: OptOutDeps): OptOutList {
  const hasAny = gather(async (asked: readonly null[]) => {
    const any = await hasOptOuts(deps);
    return asked.map(() => any);
  }, Number.POSITIVE_INFINITY);
  return {
    hasAny: () => hasAny(null),
    async lists({ emails, domains }) {
      const written = [...new Set(emails)];
      if (await isOptedOut(deps, { domains })) return true;
      for (let from = 0; from < written.length; from += EMAILS_AT_ONCE) {
        if (await isOptedOut(deps, { emails: written.slice(from, from + EMAILS_AT_ONCE) })) return true;
        await nextTurn();
      }
      return false;
    },
  };
}

/**
 * Throws out what the finder remembers of those on the list, who may have opted out after they were found.
 * Nothing of them comes out meanwhile: the list is asked before the memory.
 */
export async function forgetOptedOut(deps: OptOutDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps.database;
  const list = createOptOutList(deps);
  for (let after = ''; !signal.aborted; ) {
    const page = await addressesAfter(db, after, EMAILS_AT_ONCE);
    if (await list.lists({ emails: page, domains: [] })) {
      const listed: string[] = [];
      for (const address of page)
        if (await list.lists({ emails: [address], domains: [] })) listed.push(address);
      await forgetAddresses(db, listed);
    }
    after = page.at(-1) ?? after;
    if (page.length < EMAILS_AT_ONCE) return;
  }
}

/**
 * A person or address that is asked for by name is refused with 451 when it is on the list; throws CallError.
 */
export async function refuseOptedOut(deps: OptOutDeps, input: string): Promise<void> {
  const list = createOptOutList(deps);
  const reading = readEmailRequest(input);
  if (!reading.ok || !(await list.hasAny())) return;
  if (await list.lists(optOutKeys(reading.request))) throw new CallError('person_opted_out');
}
