import { z } from 'zod';
import { employerKey } from '#engines/list-items/person.ts';
import type { RunOptions, Tool, ToolItem, ToolOutcome } from '../../tool.ts';
import { type EmailRow, parseEmailInput, writeEmailInput } from '../definition.ts';
import { unverifiedRow } from '../engine/row.ts';

/** What is read of a row of COMPANY_TOOL. */
const DomainRow = z.object({ domain: z.string().nullable(), explanation: z.string() });

/** The items of a run by whether they can be looked up right away. */
export interface CompanyItems {
  ready: ToolItem[];
  /** people without a domain, by their company */
  byCompany: Map<string, { company: string; people: ToolItem[] }>;
}

/** Sets people apart whose domain has to be found first. Colleagues share one lookup. */
export function readCompanyItems(items: readonly ToolItem[]): CompanyItems {
  const all: CompanyItems = { ready: [], byCompany: new Map() };
  for (const item of items) {
    const input = parseEmailInput(item.input);
    if ('address' in input || input.company === undefined) {
      all.ready.push(item);
      continue;
    }
    const key = employerKey(input.company);
    const colleagues = all.byCompany.get(key) ?? { company: input.company, people: [] };
    colleagues.people.push(item);
    all.byCompany.set(key, colleagues);
  }
  return all;
}

/**
 * Finds the domains of companies with their tool. Yields the people with the domain, as items of the
 * finder, or the outcomes of those whose company has none. Ends early when the signal aborts. Domains cost
 * nothing: only emails that are found are charged.
 */
export async function* findCompanyDomains(
  byCompany: CompanyItems['byCompany'],
  companies: Tool,
  signal: AbortSignal,
  options: RunOptions,
): AsyncGenerator<{ item: ToolItem } | { outcome: ToolOutcome<EmailRow> }> {
  const groups = [...byCompany.values()];
  // A name in braces would be read as an item with hints.
  const names = groups.map(({ company }, position) => ({ position, input: company.replace(/^[\s{]+/, '') }));
  for await (const { position, row, failed } of companies.run(names, signal, options)) {
    if (signal.aborted) return;
    const read = DomainRow.safeParse(row);
    const { domain, explanation } = read.success ? read.data : { domain: null, explanation: '' };
    for (const person of groups[position]?.people ?? []) {
      if (domain !== null) yield { item: withDomain(person, domain) };
      else yield { outcome: withoutDomain(person, failed || !read.success, explanation) };
    }
  }
}

/** The outcomes where no such tool exists. */
export function withoutCompanyTool(byCompany: CompanyItems['byCompany']): ToolOutcome<EmailRow>[] {
  return [...byCompany.values()].flatMap(({ people }) =>
    people.map((person) => withoutDomain(person, true, '')),
  );
}

function withDomain({ position, input: text }: ToolItem, domain: string): ToolItem {
  const { company: _, ...input } = { company: '', ...parseEmailInput(text) };
  return { position, input: writeEmailInput('address' in input ? input : { ...input, domain }) };
}

function withoutDomain({ position, input }: ToolItem, failed: boolean, why: string): ToolOutcome<EmailRow> {
  const row = unverifiedRow(
    parseEmailInput(input),
    failed ? 'company-unclear' : 'no-company-domain',
    why === '' ? {} : { explanation: `${failed ? 'The domain was not found' : 'No domain found'}: ${why}` },
  );
  return { position, row, found: false, failed, billable: false, outcome: row.status };
}
