import type { Deps } from '#server/deps.ts';
import { hasOptOuts, isOptedOut } from '#server/opt-outs/opt-outs.ts';
import type { OpenPorts } from '#server/tasks/task-tool.ts';
import type { LinkedinPorts, ListedPerson } from '../linkedin-ports.ts';
import { createLeadProfiles } from './lead-profiles/lead-profiles.ts';

/** The ports of a run, on the databases. */
export function openLinkedinPorts(deps: Deps): OpenPorts {
  const leads = createLeadProfiles(deps);
  const ports = {
    leads: { ...leads },
    optOuts: { listed: (people) => listed(deps, people) },
  } satisfies LinkedinPorts;
  return { ports, close: async () => {} };
}

async function listed(
  deps: Pick<Deps, 'database' | 'secrets'>,
  people: readonly ListedPerson[],
): Promise<boolean[]> {
  if (people.length === 0 || !(await hasOptOuts(deps))) return people.map(() => false);
  const results: boolean[] = [];
  // One by one: the embedded database has one connection.
  for (const { profile, emails, domains } of people)
    results.push(await isOptedOut(deps, { profile, emails, domains }));
  return results;
}
