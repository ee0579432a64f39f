import type { Deps } from '#server/deps.ts';
import type { OpenPorts } from '#server/tasks/task-tool.ts';
import type { EmailPorts } from '../run.ts';
import { createStoredMemory } from './email-memory.ts';
import { watchMailReach } from './mail-reach.ts';
import { createOptOutList } from './opt-out-list.ts';

/** The ports of a run, on the database and the network of this server. */
export function openEmailPorts(deps: Deps): OpenPorts {
  const reach = watchMailReach(deps);
  const memory = createStoredMemory(deps);
  const optOuts = createOptOutList(deps);
  const ports = {
    memory: { ...memory },
    optOuts: { ...optOuts },
    network: { port25Blocked: async () => reach.blocked() },
  } satisfies EmailPorts;
  return { ports, close: reach.stop };
}
