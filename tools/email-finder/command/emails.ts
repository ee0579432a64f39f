import type { OpenTool } from '#cli/command.ts';
import { openOptOutCheck } from '#cli/opt-out-check.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { sameHeaders } from '#cli/row-writer.ts';
import type { OptOutCheck } from '#cli/server-opt-outs.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import { EMAIL_STATUSES, type EmailInput, type EmailStatus } from '#contract/emails.ts';
import { pluralForm } from '#contract/plural.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import { readPersonTable } from '#engines/csv/person-table.ts';
import { emailItemKey, employerKey } from '#engines/list-items/person.ts';
import { emailsIn, employersIn } from '#engines/list-items/several.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import {
  type CommandItems,
  readCommandItems,
  runListCommand,
  toolWork,
} from '../../list-tool/command/list-command.ts';
import { COMPANY_TOOL, EMAIL_CSV_COLUMNS, emailFinder, writeEmailInput } from '../definition.ts';
import { createEmailFinder } from '../run/email-finder.ts';
import { createEmailMemory } from '../run/email-memory.ts';
import type { OptOutList } from '../run/opt-outs.ts';
import { emailRunOptions } from '../server/run-options.ts';

interface ListOptions {
  /** a CSV file, or - for standard input */
  input?: string;
  format: RowFormat;
  /** false: a lookup that a server delays stays unknown */
  wait: boolean;
}

export interface FindOptions extends ListOptions {
  first?: string;
  last?: string;
  domain?: string;
}

export type VerifyOptions = ListOptions;

/** Rows given to the finder at once. They share what it learns about their domains. */
const WINDOW = 2000;

const SETTINGS = [
  'DNS_SERVERS',
  'ALLOW_PRIVATE_NETWORK',
  'PUBLIC_URL',
  'MAIL_FROM',
  'SMTP_PORT',
  'EHLO_NAME',
  'VERIFY_FROM',
  'GREYLIST_RETRY_MS',
  'SOCKS_PROXY',
  'HUNTER_API_KEY',
  'HUNTER_URL',
  'REACHER_URL',
  'REACHER_SECRET',
];

/**
 * `leadwell find-email`: one person, or everyone in a CSV file, in the order they finish; CSV of a file in its order.
 * With a column of companies, finds the domains of those without one first, as the page does.
 * Throws UsageError or OperatorError.
 */
export async function findEmails(options: FindOptions, openTool: OpenTool): Promise<void> {
  const { first = '', last = '', domain, input } = options;
  if (input !== undefined) {
    if (first || last || domain) throw new UsageError('Use a name and a domain, or --input, but not both.');
    return work(await readCommandItems([], input, readPeople), options, openTool);
  }
  if (!domain || !(first || last))
    throw new UsageError('Pass --domain with --first and --last, or a file with --input.');
  const entries = employersIn(domain).map((each) => ({ first_name: first, last_name: last, domain: each }));
  return work({ entries, own: null }, options);
}

/** `leadwell verify-email`: addresses from the arguments, or from a file or standard input; CSV in their order. */
export async function verifyEmails(addresses: readonly string[], options: VerifyOptions): Promise<void> {
  const { input } = options;
  if (input === undefined) {
    if (addresses.length === 0)
      throw new UsageError('Pass one or more email addresses, or a file of them with --input.');
    const entries = addresses.flatMap((argument) => emailsIn(argument).map((address) => ({ address })));
    // The result of an address that takes no mail doesn't name it in CSV.
    const rows = entries.map((entry) => ({ cells: [entry.address], keys: [emailItemKey(entry)] }));
    return work({ entries, own: { columns: ['email'], rows } }, options);
  }
  if (addresses.length > 0) throw new UsageError('Use addresses, or --input, but not both.');
  return work(
    await readCommandItems([], input, (text, name) => readPeople(text, name, { verifies: true })),
    options,
  );
}

/** The items of a file. `name`: in messages. */
function readPeople(text: string, name: string, { verifies = false } = {}): CommandItems<EmailInput> {
  const detected = readPersonTable(text);
  if (detected.rows.length === 0) throw new OperatorError(`${name} has no rows.`);
  const { columns, hasHeader } = detected;
  if (verifies && columns.email === null)
    throw new OperatorError(`${name} has no column with emails. It has: ${detected.header.join(', ')}.`);
  const { email, more_emails } = columns;
  const chosen = verifies ? { ...NO_COLUMNS, email, more_emails } : columns;
  if (!hasRequiredColumns(chosen)) {
    throw new OperatorError(
      `${name} needs the columns first_name, last_name and domain, or name and domain, or email. A column with companies can take the place of the domain. It has: ${detected.header.join(', ')}.`,
    );
  }
  const list = readPersonTable(text, { columns: chosen, hasHeader });
  const rows = list.rows.map(({ cells, inputs }) => ({
    cells,
    inputs: inputs.filter((input) => !('address' in input && input.address === '')),
  }));
  return {
    entries: rows.flatMap(({ inputs }) => inputs),
    own: {
      columns: list.header,
      rows: rows.map(({ cells, inputs }) => ({ cells, keys: inputs.map(emailItemKey) })),
    },
  };
}

const NO_COLUMNS = {
  first_name: null,
  last_name: null,
  full_name: null,
  domain: null,
  company: null,
  email: null,
};

/** How many companies the items name instead of a domain. */
function countCompanies(inputs: readonly EmailInput[]): number {
  const keys = inputs.flatMap((input) =>
    'address' in input || input.company === undefined ? [] : [employerKey(input.company)],
  );
  return new Set(keys).size;
}

async function work(
  { entries, own }: CommandItems<EmailInput>,
  { wait, format }: ListOptions,
  openTool: OpenTool = async () => null,
): Promise<void> {
  readEnvFile();
  const config = readSettings(SETTINGS);
  const optOuts = await openOptOutCheck();
  const named = countCompanies(entries);
  const companies = named > 0 ? await openTool(COMPANY_TOOL) : null;
  if (companies)
    process.stderr.write(
      `Finding the domains of ${named} ${pluralForm(named, 'company', 'companies')} first\n`,
    );
  const tool = createEmailFinder({
    ...emailRunOptions(config),
    memory: createEmailMemory(),
    companies,
    optOuts: optOuts && listPort(optOuts),
  });
  const lookUp = toolWork(tool, entries, {
    size: WINDOW,
    toInput: writeEmailInput,
    keyOf: emailItemKey,
    mayWait: wait,
  });
  const counts = new Map<EmailStatus, number>(EMAIL_STATUSES.map((status) => [status, 0]));
  await runListCommand({
    type: emailFinder.task.type,
    format,
    columns: sameHeaders(EMAIL_CSV_COLUMNS),
    own,
    optOuts,
    work: (write, signal) =>
      lookUp((result) => {
        const { status } = result.row;
        counts.set(status, (counts.get(status) ?? 0) + 1);
        return write({ ...result, failed: status === 'unknown' });
      }, signal),
    close: () => Promise.all([tool.close(), companies?.close()]),
    summary: () => [...counts].map(([status, count]) => `${count} ${status.replace('_', ' ')}`).join(', '),
    signal: abortOnStop(),
  });
}

/** People on the list aren't looked up at all. */
function listPort(optOuts: OptOutCheck): OptOutList {
  return { hasAny: async () => true, lists: async (keys) => optOuts.lists(keys) };
}
