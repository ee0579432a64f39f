import type { OpenTool } from '#cli/command.ts';
import { type OptOutCheck, openOptOutCheck } from '#cli/opt-out-check.ts';
import type { RowFormat } from '#cli/row-format.ts';
import { type OwnTable, RowWriter, sameHeaders } from '#cli/row-writer.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import { UsageError } from '#cli/usage-error.ts';
import type { EmailInput } from '#contract/emails.ts';
import { pluralForm } from '#contract/plural.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import { readPersonList } from '#engines/csv/person-list.ts';
import { emailItemKey, employerKey } from '#engines/list-items/person.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readEnvFile } from '#server/process.ts';
import { readListText } from '../../list-tool/command/read-list-text.ts';
import { runInWindows } from '../../list-tool/run-in-windows.ts';
import { EMAIL_CSV_COLUMNS, type EmailRow, emailFinder, writeEmailInput } from '../definition.ts';
import { createEmailFinder } from '../email-finder.ts';
import { createEmailMemory } from '../email-memory.ts';
import type { OptOutList } from '../opt-outs.ts';
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
    return work(await readList(input), options, openTool);
  }
  if (!domain || !(first || last))
    throw new UsageError('Pass --domain with --first and --last, or a file with --input.');
  return work({ inputs: [{ first_name: first, last_name: last, domain }], own: null }, options);
}

/** `leadwell verify-email`: addresses from the arguments, or from a file or standard input. */
export async function verifyEmails(addresses: readonly string[], options: VerifyOptions): Promise<void> {
  const { input } = options;
  if (input === undefined) {
    if (addresses.length === 0)
      throw new UsageError('Pass one or more email addresses, or a file of them with --input.');
    return work({ inputs: addresses.map((address) => ({ address })), own: null }, options);
  }
  if (addresses.length > 0) throw new UsageError('Use addresses, or --input, but not both.');
  return work(await readList(input, { verifies: true }), options);
}

/** The items to look up, and the table they are from. */
interface EmailList {
  inputs: EmailInput[];
  own: OwnTable | null;
}

async function readList(path: string, { verifies = false } = {}): Promise<EmailList> {
  const text = await readListText(path);
  const detected = readPersonList(text);
  if (detected.rows.length === 0) throw new OperatorError(`${path} has no rows.`);
  const { columns, hasHeader } = detected;
  if (verifies && columns.email === null)
    throw new OperatorError(`${path} has no column with emails. It has: ${detected.header.join(', ')}.`);
  const chosen = verifies ? { ...NO_COLUMNS, email: columns.email } : columns;
  if (!hasRequiredColumns(chosen)) {
    throw new OperatorError(
      `${path} needs the columns first_name, last_name and domain, or name and domain, or email. A column with companies can take the place of the domain. It has: ${detected.header.join(', ')}.`,
    );
  }
  const list = readPersonList(text, { columns: chosen, hasHeader });
  const rows = list.rows.map(({ cells, inputs }) => ({
    cells,
    inputs: inputs.filter((input) => !('address' in input && input.address === '')),
  }));
  return {
    inputs: rows.flatMap(({ inputs }) => inputs),
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
  { inputs, own }: EmailList,
  { wait, format }: ListOptions,
  openTool: OpenTool = async () => null,
): Promise<void> {
  readEnvFile();
  const config = readSettings(SETTINGS);
  const optOuts = await openOptOutCheck();
  const named = countCompanies(inputs);
  const companies = named > 0 ? await openTool('company-to-domain') : null;
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
  const stop = abortOnStop();
  const columns = sameHeaders(EMAIL_CSV_COLUMNS);
  const writer = new RowWriter({ out: process.stdout, format, columns, own, signal: stop });
  const counts: Record<EmailRow['status'], number> = {
    deliverable: 0,
    risky: 0,
    undeliverable: 0,
    not_found: 0,
    unknown: 0,
  };
  try {
    const windows = { size: WINDOW, inputOf: writeEmailInput, mayWait: wait };
    for await (const { entry, row: found } of runInWindows(tool, inputs, stop, windows)) {
      const result = { input: writeEmailInput(entry), row: found };
      const row = optOuts?.clean(emailFinder.task.type, result) ?? found;
      counts[row.status] += 1;
      await writer.add(emailItemKey(entry), row);
    }
    await writer.end();
  } finally {
    await Promise.all([tool.close(), companies?.close()]);
  }
  const summary = Object.entries(counts).map(([status, count]) => `${count} ${status.replace('_', ' ')}`);
  process.stderr.write(`${stop.aborted ? 'Stopped: ' : ''}${summary.join(', ')}\n`);
  if (counts.unknown > 0 && isAll(counts, 'unknown')) process.exitCode = 1;
}

/** People on the list aren't looked up at all. */
function listPort(optOuts: OptOutCheck): OptOutList {
  return { hasAny: async () => true, lists: async (keys) => optOuts.lists(keys) };
}

function isAll(counts: Readonly<Record<string, number>>, status: string): boolean {
  return Object.entries(counts).every(([each, count]) => each === status || count === 0);
}
