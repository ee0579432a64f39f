import { CALLS } from '#contract/calls.ts';
import { emailShardKey } from '#tools/email-finder/email-request.ts';
import type { Deps } from '../deps.ts';
import type { Binder } from '../http/bind.ts';
import { claimOf } from '../idempotency/idempotency.ts';
import { answerAtOnce, answerWhenDone } from '../tasks/answer.ts';
import { startTask } from '../tasks/start-task.ts';
import { emailReplyJson } from './email-reply.ts';
import { mailReach } from './mail-reach.ts';
import { refuseOptedOut } from './opt-out-list.ts';
import { fingerprint, readPersonFile } from './person-file.ts';

/** Starts email finder tasks from lists of people. Everything else about them is a task's. */
export function mountEmails(binder: Binder, deps: Deps): void {
  binder.signedIn(CALLS.csvExtraction, async (request) => {
    const { inputs, attach } = await readPersonFile(request.input);
    const asked = request.idempotencyKey === null ? null : await fingerprint(request.input);
    const [only] = inputs;
    if (only !== undefined && inputs.length === 1) await refuseOptedOut(deps, only);
    const task = await startTask(deps, {
      accountId: request.session.accountId,
      type: 'csv-extraction',
      inputs,
      shardKey: emailShardKey,
      claim: claimOf(deps, { ...request, input: asked }, CALLS.csvExtraction.name),
      attach,
      // Who waits for the whole reply is not kept waiting by greylisting (docs/deviations.md 14).
      mayWait: request.respondAsync,
    });
    if (request.respondAsync) return answerAtOnce(request.context, task);
    return answerWhenDone(deps, request.context, task, emailReplyJson);
  });

  binder.signedIn(CALLS.mailReach, () => mailReach(deps));
}
