import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { createKeyCheck } from '../admin/key.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type EraseDeps, erasePerson } from './erase-person.ts';
import { parsePerson } from './person-check.ts';
import type { PersonParts } from './person-parts.ts';
import { searchPerson } from './person-report.ts';
import { receiptText } from './receipt-text.ts';
import { reportLetter } from './report-letter.ts';

/** Mounts the calls of the admin page about one person. They require the admin key, and run one after another. */
export function mountPersonRights(binder: Binder, deps: Deps & EraseDeps, parts: PersonParts): void {
  const checkKey = createKeyCheck(deps);
  let last: Promise<unknown> = Promise.resolve();
  /** A search reads everything, so there is one at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next.catch((error: unknown) => {
      throw error instanceof OperatorError ? new CallError('validation_failed', error.message) : error;
    });
  };

  binder.public(CALLS.adminPersonReport, async ({ input, context }) => {
    await checkKey(context, input.adminKey, 'person report');
    return inTurn(async () => {
      const { report } = await searchPerson(deps, parsePerson(input.person), parts);
      return { report, letter: reportLetter(report) };
    });
  });

  binder.public(CALLS.adminPersonErase, async ({ input, context }) => {
    await checkKey(context, input.adminKey, 'person erase');
    return inTurn(async () => {
      const receipt = await erasePerson(deps, parsePerson(input.person), parts);
      return { receipt, text: receiptText(receipt) };
    });
  });
}
