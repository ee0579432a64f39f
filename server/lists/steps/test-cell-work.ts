import type { EmailStatus } from '#contract/emails.ts';
import { parseCompanyInput } from '#tools/company-to-domain/definition.ts';
import { parseEmailInput } from '#tools/email-finder/definition.ts';
import type { LeadEnrichmentPorts } from '#tools/lead-enrichment/run/ports.ts';
import { createRun } from '#tools/lead-enrichment/run.ts';
import type { Tool, ToolOutcome } from '#tools/tool.ts';
import type { WorkedItem } from '../../tasks/worked-item.ts';
import type { TestDeps } from '../../test-deps.ts';
import { openListPort } from './list-port.ts';

/**
 * What the scripted tools of these tests do, by the text that they get: "down" fails, "none" finds nothing for free, "paid"
 * finds nothing and costs a credit. Other texts have an answer, always the same one.
 */
type Script = 'found' | 'down' | 'none' | 'paid';

function scriptOf(text: string): Script {
  return (['down', 'none', 'paid'] as const).find((word) => text.includes(word)) ?? 'found';
}

function scriptedTool(
  type: Tool['type'],
  row: (input: string, script: Script) => object,
  verdict?: (input: string, script: Script) => EmailStatus,
) {
  return (isDown: boolean): Tool => ({
    type,
    shardKey: (input) => input,
    async *run(items) {
      for (const { position, input } of items) {
        const script = isDown ? 'down' : scriptOf(input.toLowerCase());
        const outcome = verdict?.(input, script);
        yield {
          position,
          row: row(input, script) as ToolOutcome['row'],
          found: script === 'found' && outcome !== 'risky',
          ...(outcome === undefined ? {} : { outcome }),
          failed: script === 'down',
          billable: script === 'found' || script === 'paid',
        };
      }
    },
    close: async () => {},
  });
}

/** The domain of a company of the script: "Acme 2" has acme-2.com. */
function scriptedDomain(company: string): string {
  return `${company.trim().toLowerCase().replace(/\W+/g, '-')}.com`;
}

/** The email of a site of the script. */
function scriptedEmail(url: string): string {
  return `info@${new URL(url).hostname}`;
}

const COMPANIES = scriptedTool('company-to-domain', (input, script) => ({
  domain: script === 'found' ? scriptedDomain(parseCompanyInput(input).company_name) : null,
  explanation: `The script says: ${script}`,
}));

const SITES = scriptedTool('website-extraction', (input, script) => ({
  url: input,
  emails: script === 'found' ? [scriptedEmail(input)] : [],
  phones: [],
  title: script === 'found' ? 'A title' : null,
  error: script === 'down' ? 'The script is down' : null,
  evidence: [],
  pages: [],
}));

/** Verifies an address of the script: one with "risky" in it is risky. */
const verdictOf = (input: string, script: Script): EmailStatus =>
  script !== 'found' ? 'undeliverable' : input.includes('risky') ? 'risky' : 'deliverable';
const EMAILS = scriptedTool(
  'csv-extraction',
  (input, script) => {
    const parsed = parseEmailInput(input);
    const address = 'address' in parsed ? parsed.address : null;
    return { address, status: verdictOf(input, script), explanation: `The script says: ${script}` };
  },
  verdictOf,
);

/**
 * Works cells of a run with the scripted tools, as the thread of a worker does: all that are left, or those at these positions.
 * The results aren't settled. `isDown`: every tool fails.
 */
export async function workCells(
  deps: Pick<TestDeps, 'database' | 'secrets'>,
  taskId: string,
  { positions, isDown = false }: { positions?: readonly number[]; isDown?: boolean } = {},
): Promise<WorkedItem[]> {
  const pending = await deps.database.db
    .selectFrom('task_items')
    .select(['position', 'input'])
    .where('task_id', '=', taskId)
    .where('status', '=', 'pending')
    .orderBy('position')
    .execute();
  const items = positions ? pending.filter(({ position }) => positions.includes(position)) : pending;
  const { ports } = openListPort(deps);
  const run = createRun(
    { dnsServers: null, allowPrivateNetwork: false, ai: null, contact: null },
    ports as unknown as LeadEnrichmentPorts,
    new Map([COMPANIES(isDown), SITES(isDown), EMAILS(isDown)].map((tool) => [tool.type, tool])),
  );
  const worked: WorkedItem[] = [];
  for await (const { row, ...outcome } of run.run(items, new AbortController().signal, { taskId }))
    worked.push({ ...outcome, row: JSON.stringify(row) });
  return worked;
}
