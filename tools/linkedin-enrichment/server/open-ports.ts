import type { Deps } from '#server/deps.ts';
import { identities } from '#server/opt-outs/opt-out-entry.ts';
import { areOptedOut } from '#server/opt-outs/opt-outs.ts';
import type { OpenPorts } from '#server/tasks/task-tool.ts';
import type { LinkedinPorts, ListedPerson } from '../run/ports.ts';
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

function listed(
  deps: Pick<Deps, 'database' | 'secrets'>,
  people: readonly ListedPerson[],
): Promise<boolean[]> {
  return areOptedOut(
    deps,
    people.map(({ profiles, emails, domains }) => [
      ...identities({ emails, websites: domains }),
      ...profiles.flatMap((profile) => identities({ emails: [], websites: [], profile })),
    ]),
  );
}
