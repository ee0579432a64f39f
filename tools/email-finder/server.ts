import { defineTaskTool } from '#server/tasks/task-tool.ts';
import type { ServerTool } from '../server-tool.ts';
import { emailFinder } from './definition.ts';
import { emailInputKey, emailShardKey, readEmailRequest } from './email-request.ts';
import type { EmailPorts } from './run.ts';
import { emailLines } from './server/email-lines.ts';
import { createStoredMemory } from './server/email-memory.ts';
import { peopleFromList } from './server/from-list.ts';
import { mailReach, watchMailReach } from './server/mail-reach.ts';
import { createOptOutList, refuseOptedOut } from './server/opt-out-list.ts';
import { copyFile, fingerprint, readPersonFile, uploadFormat } from './server/person-file.ts';
import { EMAIL_DATA } from './server/personal-data.ts';
import { emailReplyFields } from './server/reply-fields.ts';
import { emailRunOptions } from './server/run-options.ts';

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
    shardKey: emailShardKey,
    itemKey: emailInputKey,
    replyFields: emailReplyFields,
    neverCosts: (input) => !readEmailRequest(input).ok,
    lines: emailLines,
    fromList: peopleFromList,
    uploadFormat,
    attachedTo: copyFile,
    batchPauseMs: (config) => config.EMAIL_BATCH_PAUSE_MS,
    run: {
      module: new URL('./run.ts', import.meta.url).href,
      create: 'createEmailRun',
      options: emailRunOptions,
      openPorts(deps) {
        const reach = watchMailReach(deps);
        const ports = {
          memory: createStoredMemory(deps),
          optOuts: createOptOutList(deps),
          network: { port25Blocked: async () => reach.blocked() },
        } satisfies EmailPorts;
        return {
          ports: { ...ports, memory: { ...ports.memory }, optOuts: { ...ports.optOuts } },
          close: reach.stop,
        };
      },
    },
  }),
  personalData: EMAIL_DATA,
  mount: (binder, deps) => binder.signedIn(emailFinder.calls.mailReach, () => mailReach(deps)),
};
