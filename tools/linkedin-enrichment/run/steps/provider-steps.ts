import type { Draft } from '../../engine/draft.ts';
import type { ProfileProvider } from '../../net/profile-provider.ts';
import type { Step } from './step.ts';

/** Requests to the provider at once. */
const AT_ONCE = 4;
/** Rows that go on to the next step together, where colleagues share lookups. */
const GROUP = 8;
const DETAIL = 'Data provider';
/** Failures in a row after which the provider isn't called for the rest of a batch: each may take 20 seconds. */
const MAX_FAILURES = 6;

/** A saved page of the profile that came with the request. */
export const pageStep: Step = {
  name: 'page',
  wants: (draft) => draft.input.page !== null && !draft.isComplete(),
  async *run(drafts, { now }) {
    for (const draft of drafts)
      if (draft.input.page) draft.supply({ step: 'page', detail: 'Saved page', at: now() }, draft.input.page);
    yield drafts;
  },
};

/** The operator's data provider. It may cost money for each profile, so a phone alone is no reason to call it. */
export function providerStep(provider: ProfileProvider): Step {
  return {
    name: 'provider',
    wants: (draft) =>
      (['name', 'title', 'company', 'email'] as const).some((field) => draft.get(field) === null),
    async *run(drafts, { signal, now }) {
      let failures = 0;
      const running = new Set<Promise<Draft>>();
      const done: Draft[] = [];
      for (const draft of drafts) {
        if (signal.aborted) return;
        const answer: Promise<Draft> = askFor(draft).then(() => {
          running.delete(answer);
          done.push(draft);
          return draft;
        });
        running.add(answer);
        if (running.size >= AT_ONCE) await Promise.race(running);
        if (done.length >= GROUP) yield done.splice(0);
      }
      await Promise.all(running);
      yield done;

      async function askFor(draft: Draft): Promise<void> {
        if (failures >= MAX_FAILURES) {
          draft.fail(
            'provider',
            `The data provider failed ${MAX_FAILURES} times in a row, so it wasn't called for this profile. Try again later`,
          );
          return;
        }
        const answer = await provider.find(draft.profile, signal);
        failures = answer.failed ? failures + 1 : 0;
        if (answer.failed) draft.fail('provider', answer.reason);
        else if (answer.person === null)
          draft.note('provider', "The data provider doesn't know this profile");
        else draft.supply({ step: 'provider', detail: DETAIL, at: now() }, answer.person);
      }
    },
  };
}
