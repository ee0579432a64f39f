import { buffer } from 'node:stream/consumers';
import type { EmailInput } from '#contract/emails.ts';
import { areEnough, readPersonList } from '#engines/csv/person-list.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { readTextFile, textOf } from '#server/platform/text-file.ts';
import { readEnvFile } from '#server/process.ts';
import type { EmailRow } from '#tools/email-finder/definition.ts';
import { writeEmailInput } from '#tools/email-finder/definition.ts';
import { createEmailFinder } from '#tools/email-finder/email-finder.ts';
import { createEmailMemory } from '#tools/email-finder/email-memory.ts';
import { emailRunOptions } from '#tools/email-finder/server/run-options.ts';
import { Misuse } from './misuse.ts';
import { stopWhenTold } from './stopping.ts';

export interface FindOptions {
  first?: string;
  last?: string;
  domain?: string;
  /** a CSV file, - for standard input */
  input?: string;
  /** false: what a server puts off is left unknown */
  wait: boolean;
}

/** Rows given to the finder at once; they share what is learned of their domains. */
const WINDOW = 2000;

/**
 * `leadwell find-email`: one person, or everybody in a CSV file, as NDJSON rows in the order in which they are done. Throws
 * Misuse or OperatorError.
 */
export async function findEmails(options: FindOptions): Promise<void> {
  const { first = '', last = '', domain, input } = options;
  if (input !== undefined) {
    if (first || last || domain) throw new Misuse('Give a person or --input, not both.');
    return work(await readList(input), options.wait);
  }
  if (!domain || !(first || last))
    throw new Misuse('Give --domain with --first and --last, or a file with --input.');
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
  if (!areEnough(list.columns))
    throw new OperatorError(
      `${path} needs the columns first_name, last_name and domain, or name and domain, or email. It has: ${list.header.join(', ')}.`,
    );
  return list.rows.map(({ input }) => input);
}

async function work(inputs: readonly EmailInput[], wait: boolean): Promise<void> {
  const config = readSettings();
  const tool = createEmailFinder({
    ...emailRunOptions(config),
    memory: createEmailMemory(),
  });
  const stop = stopWhenTold();
  const counts: Record<EmailRow['status'], number> = {
    deliverable: 0,
    risky: 0,
    undeliverable: 0,
    unknown: 0,
  };
  try {
    for (let at = 0; at < inputs.length && !stop.aborted; at += WINDOW) {
      const items = inputs
        .slice(at, at + WINDOW)
        .map((input, index) => ({ position: at + index, input: writeEmailInput(input) }));
      for await (const { row } of tool.run(items, stop, { mayWait: wait })) {
        counts[row.status] += 1;
        if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await drained(stop);
      }
    }
  } finally {
    await tool.close();
  }
  const told = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  process.stderr.write(`${stop.aborted ? 'Stopped: ' : ''}${told.join(', ')}\n`);
}

/** Only what the finder needs: the server's own settings may be missing, or wrong, where the command is run. */
function readSettings(): Config {
  readEnvFile();
  const names = [
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
  return parseConfig(Object.fromEntries(names.map((name) => [name, process.env[name]])));
}

async function drained(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdout.once('drain', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
