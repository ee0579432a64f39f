import { buffer } from 'node:stream/consumers';
import { Misuse } from '#cli/misuse.ts';
import { drained } from '#cli/output.ts';
import { readSettings } from '#cli/settings.ts';
import { abortOnStop } from '#cli/stopping.ts';
import type { EmailInput } from '#contract/emails.ts';
import { hasRequiredColumns } from '#engines/csv/person-columns.ts';
import { readPersonList } from '#engines/csv/person-list.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readTextFile, textOf } from '#server/platform/text-file.ts';
import { readEnvFile } from '#server/process.ts';
import { type EmailRow, writeEmailInput } from '../definition.ts';
import { createEmailFinder } from '../email-finder.ts';
import { createEmailMemory } from '../email-memory.ts';
import { emailRunOptions } from '../server/run-options.ts';

export interface FindOptions {
  first?: string;
  last?: string;
  domain?: string;
  /** a CSV file, or - for standard input */
  input?: string;
  /** false: a lookup that a server delays stays unknown */
  wait: boolean;
}

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
 * `leadwell find-email`: one person, or everyone in a CSV file, as NDJSON rows in the order they finish.
 * Throws Misuse or OperatorError.
 */
export async function findEmails(options: FindOptions): Promise<void> {
  const { first = '', last = '', domain, input } = options;
  if (input !== undefined) {
    if (first || last || domain) throw new Misuse('Use a name and a domain, or --input, but not both.');
    return work(await readList(input), options.wait);
  }
  if (!domain || !(first || last))
    throw new Misuse('Pass --domain with --first and --last, or a file with --input.');
  return work([{ first_name: first, last_name: last, domain }], options.wait);
}

/** `leadwell verify-email`: addresses as NDJSON rows. */
export async function verifyEmails(addresses: readonly string[], { wait }: { wait: boolean }): Promise<void> {
  return work(
    addresses.map((address) => ({ address })),
    wait,
  );
}

async function readList(path: string): Promise<EmailInput[]> {
  const text = await (path === '-'
    ? buffer(process.stdin).then((bytes) => textOf(bytes, path))
    : readTextFile(path));
  const list = readPersonList(text);
  if (list.rows.length === 0) throw new OperatorError(`${path} has no rows.`);
  if (!hasRequiredColumns(list.columns))
    throw new OperatorError(
      `${path} needs the columns first_name, last_name and domain, or name and domain, or email. It has: ${list.header.join(', ')}.`,
    );
  return list.rows.flatMap(({ inputs }) => inputs);
}

async function work(inputs: readonly EmailInput[], wait: boolean): Promise<void> {
  readEnvFile();
  const config = readSettings(SETTINGS);
  const tool = createEmailFinder({
    ...emailRunOptions(config),
    memory: createEmailMemory(),
  });
  const stop = abortOnStop();
  const counts: Record<EmailRow['status'], number> = {
    deliverable: 0,
    risky: 0,
    undeliverable: 0,
    not_found: 0,
    unknown: 0,
  };
  try {
    for (let at = 0; at < inputs.length && !stop.aborted; at += WINDOW) {
      const items = inputs
        .slice(at, at + WINDOW)
        .map((input, index) => ({ position: at + index, input: writeEmailInput(input) }));
      for await (const { row } of tool.run(items, stop, { mayWait: wait })) {
        counts[row.status] += 1;
        if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await drained(process.stdout, stop);
      }
    }
  } finally {
    await tool.close();
  }
  const summary = Object.entries(counts).map(([status, count]) => `${count} ${status.replace('_', ' ')}`);
  process.stderr.write(`${stop.aborted ? 'Stopped: ' : ''}${summary.join(', ')}\n`);
}
