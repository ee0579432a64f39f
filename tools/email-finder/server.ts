import { taskMessage } from '#server/tasks/task-message.ts';
import { replyAccepted } from '#server/tasks/task-reply.ts';
import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import { COMPANY_TOOL, emailFinder } from './definition.ts';
import { asFirstTry, isFree, itemKey, shardKey } from './engine/item-keys.ts';
import { peopleFromList } from './server/from-list.ts';
import { mailReach } from './server/mail-reach.ts';
import { deleteAddresses } from './server/memory-store.ts';
import { openEmailPorts } from './server/open-ports.ts';
import { refuseOptedOut } from './server/opt-out-list.ts';
import { ownRows } from './server/own-rows.ts';
import { copyFile, fingerprint, readPersonFile, sweepFile, uploadFormat } from './server/person-file.ts';
import { EMAIL_DATA } from './server/personal-data.ts';
import { emailRunOptions } from './server/run-options.ts';
import { EMAIL_SECOND_TRIES } from './server/second-tries.ts';
import { peopleToTryAgain, tryAgain } from './server/try-again.ts';

/** The server half of the email finder. */
export const emailFinderServer: ServerTool = {
  definition: emailFinder,
  task: defineTaskTool({
    definition: emailFinder,
    start: emailFinder.calls.start,
    async accept(deps, input) {
      const list = await readPersonFile(deps, input);
      const [only] = list.inputs;
      if (only !== undefined && list.inputs.length === 1) await refuseOptedOut(deps, only);
      return { ...list, fingerprint: () => fingerprint(input) };
    },
    shardKey,
    itemKey,
    // `timeout`: spec lead tools §7.
    replyFields: (task) => ({
      fields: () => ({
        timeout: task.status === 'timeout',
        message: taskMessage(task, emailFinder.task.messages),
      }),
    }),
    isFree,
    fromList: peopleFromList,
    uploadFormat,
    ownRows,
    attachedTo: copyFile,
    sweepAttached: sweepFile,
    retriedInput: asFirstTry,
    batchPauseMs: (config) => config.EMAIL_BATCH_PAUSE_MS,
    secondTries: EMAIL_SECOND_TRIES,
    forgetBounced: deleteAddresses,
    run: {
      options: emailRunOptions,
      uses: [COMPANY_TOOL],
      openPorts: openEmailPorts,
    },
  }),
  personalData: EMAIL_DATA,
  forgetAddresses: deleteAddresses,
  mount(binder, deps) {
    const { knownMore, tryAgain: again, mailReach: reach } = emailFinder.calls;
    binder.signedIn(reach, () => mailReach(deps));
    binder.signedIn(knownMore, async ({ session, input }) => {
      const { inputs, free } = await peopleToTryAgain(deps, session.accountId, input.id);
      return { people: inputs.length, free };
    });
    binder.signedIn(again, async ({ context, session: { accountId, apiKey }, input }) => {
      const { id: taskId, free } = input;
      const task = await tryAgain(deps, { accountId, apiKeyId: apiKey?.id ?? null, taskId, onlyFree: free });
      return replyAccepted(context, task, deps.config.TASK_RETENTION_DAYS);
    });
  },
};
