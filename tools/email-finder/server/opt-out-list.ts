import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import type { Deps } from '#server/deps.ts';
import { hasOptOuts, isOptedOut } from '#server/opt-outs/opt-outs.ts';
import { readEmailRequest } from '../engine/email-request.ts';
import { type OptOutList, optOutKeys } from '../run/opt-outs.ts';
import { createBatchLoader } from './batch-loader.ts';
import { addressesAfter, deleteAddresses } from './memory-store.ts';

type OptOutDeps = Pick<Deps, 'database' | 'secrets'>;

/** Emails per turn of the event loop. Hashing one with the server's key takes some 20 µs. */
const EMAILS_PER_TURN = 500;

/** The operator's opt-out list, as the email finder uses it. */
export function createOptOutList(deps: OptOutDeps): OptOutList {
  const hasAny = createBatchLoader(async (requests: readonly null[]) => {
    const any = await hasOptOuts(deps);
    return requests.map(() => any);
  }, Number.POSITIVE_INFINITY);
  return {
    hasAny: () => hasAny(null),
    async lists({ emails, domains }) {
      const distinct = [...new Set(emails)];
      if (await isOptedOut(deps, { domains })) return true;
      for (let from = 0; from < distinct.length; from += EMAILS_PER_TURN) {
        if (await isOptedOut(deps, { emails: distinct.slice(from, from + EMAILS_PER_TURN) })) return true;
        await nextTurn();
      }
      return false;
    },
  };
}

/**
 * Deletes saved verdicts of people who opted out later. They never appear in results meanwhile, since the
 * finder checks the list before its memory.
 */
export async function deleteOptedOut(deps: OptOutDeps, signal: AbortSignal): Promise<void> {
  const { db } = deps.database;
  const list = createOptOutList(deps);
  for (let after = ''; !signal.aborted; ) {
    const page = await addressesAfter(db, after, EMAILS_PER_TURN);
    if (await list.lists({ emails: page, domains: [] })) {
      const listed: string[] = [];
      for (const address of page)
        if (await list.lists({ emails: [address], domains: [] })) listed.push(address);
      await deleteAddresses(db, listed);
    }
    after = page.at(-1) ?? after;
    if (page.length < EMAILS_PER_TURN) return;
  }
}

/** Throws CallError 451 if the requested person or address is on the list. */
export async function refuseOptedOut(deps: OptOutDeps, input: string): Promise<void> {
  const list = createOptOutList(deps);
  const reading = readEmailRequest(input);
  if (!reading.ok || !(await list.hasAny())) return;
  if (await list.lists(optOutKeys(reading.request))) throw new CallError('person_opted_out');
}
