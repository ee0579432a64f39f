import { z } from 'zod';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { pluralForm } from '#contract/plural.ts';
import { parseOptOut } from '../opt-outs/opt-out-entry.ts';
import { fittingRows } from './answer-size.ts';
import { type McpCalls, mcpTool } from './mcp-tool.ts';
import { sentence } from './sentence.ts';

const DEFAULT_LIST = 'Do not contact';
const CONTACTS_MAX = 200;
/** The key, so that a person who is added twice has one row. */
const KEY = 'Person or company';

/** Adds to a list of the account that leaves people out of everything else. Only operators remove a person for everyone. */
export const optOutTool = mcpTool({
  name: 'opt_out',
  title: 'Leave people out',
  description:
    "Adds people (by email) or companies (by domain) who don't want to be contacted to an exclusion list of this account. Its other lists, lead searches and exports then leave them out. Free. Use it when someone asks not to be contacted.",
  input: z.object({
    contacts: z
      .array(z.string().trim().toLowerCase().min(3).max(320))
      .min(1)
      .max(CONTACTS_MAX)
      .describe('email addresses, or domains such as acme.com'),
    list: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .default(DEFAULT_LIST)
      .describe('the name of an exclusion list; it is created if needed'),
  }),
  output: {
    list: z.string(),
    added: z.number(),
    known: z.number(),
    refused: z.array(z.object({ contact: z.string(), reason: z.string() })),
  },
  readOnly: false,
  idempotent: true,
  async run(calls, { contacts, list: name }) {
    const wrong = contacts.find((contact) => !/^([^\s@]+@)?[^\s@/]+\.[^\s@/.]+$/.test(contact));
    if (wrong !== undefined)
      throw new CallError(
        'validation_failed',
        `“${wrong}” is no email address or domain. Nothing was added.`,
      );
    for (const contact of contacts) {
      const parsed = parseOptOut(contact);
      if (!parsed.ok)
        throw new CallError(
          'validation_failed',
          `“${contact}” would leave no one out. ${sentence(parsed.reason)} Nothing was added.`,
        );
    }
    const id = await exclusionList(calls, name);
    const rows = contacts.map((contact) => ({
      [KEY]: contact,
      [contact.includes('@') ? 'Email' : 'Domain']: contact,
    }));
    const { added, updated, refused } = await calls.invoke(CALLS.listAddRows, { id, rows });
    const notAdded =
      refused.length > 0 ? ` ${refused.length} ${refused.length === 1 ? 'was' : 'were'} not added.` : '';
    return {
      summary: `${added} ${pluralForm(added, 'entry', 'entries')} added to “${name}”, ${updated} ${updated === 1 ? 'was' : 'were'} already in it.${notAdded}`,
      list: id,
      added,
      known: updated,
      ...(refused.length > 0
        ? {
            refused: fittingRows(
              refused.map(({ row, reason }) => ({ contact: contacts[row] ?? '', reason })),
            ),
          }
        : {}),
      next: 'To be removed from the lead databases for everyone, the person uses the page “Data request” of this site.',
    };
  },
});

/** The exclusion list with this name, which is created if needed. Throws `conflict` for an ordinary list. */
async function exclusionList(calls: McpCalls, name: string): Promise<string> {
  const { lists } = await calls.invoke(CALLS.lists, {});
  const known = lists.find((list) => list.source.kind === 'own' && list.name === name);
  if (known && known.excludes === null)
    throw new CallError(
      'conflict',
      `The list “${name}” doesn't leave anyone out. Choose another name, or ask the person to make it an exclusion list.`,
    );
  if (known) return known.id;
  const columns = [
    { name: KEY },
    { name: 'Email', role: 'email' as const },
    { name: 'Domain', role: 'domain' as const },
  ];
  const made = { name, columns, keyColumn: KEY, excludes: 'people' as const };
  return (await calls.invoke(CALLS.listCreate, made)).id;
}
