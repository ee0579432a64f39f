import type { TaskType } from '#contract/tasks.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';
import { type LinkedinInput, LinkedinRow, writeLinkedinInput } from '../definition.ts';
import type { LeadPerson } from '../engine/lead-matches.ts';
import type { PersonFacts } from '../engine/person-facts.ts';
import { createRun, type LinkedinRunOptions } from '../run.ts';
import type { LinkedinPorts } from './ports.ts';

/** The facts of a person for tests. */
export function facts(changes: Partial<PersonFacts>): PersonFacts {
  return {
    name: null,
    title: null,
    company: null,
    email: null,
    phone: null,
    location: null,
    website: null,
    profiles: [],
    ...changes,
  };
}

/** A lead for tests, of 2026-01-01 if `at` isn't given. */
export function lead(changes: Partial<PersonFacts>, at = '2026-01-01'): LeadPerson {
  return { source: 'Apollo database', at, facts: facts(changes) };
}

/** Ports with these leads, searched like the lead databases, and with these opted-out profiles or emails. */
export function portsWith(leads: readonly LeadPerson[], optedOut: readonly string[] = []): LinkedinPorts {
  return {
    leads: {
      byProfile: async (keys) => ({
        failed: false,
        found: keys.map((key) => leads.filter((contact) => contact.facts.profiles.includes(key))),
      }),
      byName: async (people) => ({
        failed: false,
        found: people.map(({ name }) => leads.filter((contact) => contact.facts.name === name)),
      }),
    },
    optOuts: {
      listed: async (people) =>
        people.map(({ profiles, emails }) =>
          [...profiles, ...emails].some((contact) => optedOut.includes(contact)),
        ),
    },
  };
}

/** A tool that answers each input with a row. */
export function stepTool(type: TaskType, answer: (input: string) => { row: object; failed?: boolean }): Tool {
  return {
    type,
    shardKey: (input) => input,
    async *run(items) {
      for (const { position, input } of items) {
        const { row, failed = false } = answer(input);
        yield { position, row: row as Record<string, unknown>, found: true, failed, billable: true };
      }
    },
    close: async () => {},
  };
}

/** Company to domain and the email finder, as tools that know these companies and people. */
export function knownTools(known: {
  domains?: Readonly<Record<string, string>>;
  emails?: Readonly<Record<string, string>>;
}): ReadonlyMap<TaskType, Tool> {
  return new Map([
    [
      'company-to-domain',
      stepTool('company-to-domain', (input) => ({
        row: { domain: known.domains?.[input] ?? null, explanation: 'No website fits' },
      })),
    ],
    [
      'csv-extraction',
      stepTool('csv-extraction', (input) => {
        const { first_name, domain } = JSON.parse(input) as { first_name: string; domain: string };
        const verified_email = known.emails?.[`${first_name} ${domain}`] ?? null;
        const best_guess = verified_email === null ? `guess@${domain}` : null;
        return { row: { verified_email, best_guess, explanation: 'The mailbox is missing' } };
      }),
    ],
  ]);
}

const STEPS: LinkedinRunOptions['steps'] = [
  'leads',
  'leads-by-name',
  'page',
  'provider',
  'company-domain',
  'email',
];
const RUN_AT = Date.parse('2026-11-22T10:00:00Z');

/** A run for tests, on loopback only. */
export function makeRun(
  ports: LinkedinPorts,
  tools: ReadonlyMap<TaskType, Tool> = new Map(),
  options: Partial<LinkedinRunOptions> = {},
): Tool<LinkedinRow> {
  const all = { steps: STEPS, provider: null, dnsServers: null, allowPrivateNetwork: true, ...options };
  return createRun(all, ports, tools, () => RUN_AT);
}

/** The outcomes of these entries in order, each with a valid row. */
export async function enrich(
  run: Tool<LinkedinRow>,
  entries: readonly (string | (Partial<LinkedinInput> & { linkedinUrl: string }))[],
): Promise<ToolOutcome<LinkedinRow>[]> {
  const items = entries.map((entry, position) => {
    const given = typeof entry === 'string' ? { linkedinUrl: entry } : entry;
    return { position, input: writeLinkedinInput({ name: null, company: null, page: null, ...given }) };
  });
  const outcomes: ToolOutcome<LinkedinRow>[] = [];
  for await (const outcome of run.run(items, new AbortController().signal)) {
    LinkedinRow.parse(outcome.row);
    outcomes.push(outcome);
  }
  return outcomes.sort((a, b) => a.position - b.position);
}
