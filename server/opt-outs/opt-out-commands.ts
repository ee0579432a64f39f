import { z } from 'zod';
import { plural, pluralForm } from '#contract/plural.ts';
import {
  asOperatorError,
  type OperatorCommand,
  type Output,
  operatorCommand,
} from '../platform/operator/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type OptOut, type OptOutParseOptions, parseOptOut } from './opt-out-entry.ts';
import { readOptOutFile } from './opt-out-file.ts';
import { type OptOutDeps, removeOptOuts } from './opt-outs.ts';

const Entries = z.object({ entries: z.array(z.string().max(1000)).min(1).max(10_000) });

/** Adds entries to the list and deletes their data. Returns the number of new entries. */
export type AddOptOuts<Needs> = (deps: Needs, entries: readonly OptOut[]) => Promise<number>;

const addCommand = <Needs>(addOptOuts: AddOptOuts<Needs>) =>
  operatorCommand<Needs>()({
    name: 'optout-add',
    input: Entries,
    run: (deps, { entries }, output) =>
      asOperatorError(async () => {
        const parsed = parseAll(entries, 'added', output);
        output.row({
          given: parsed.length,
          added: await addOptOuts(
            deps,
            parsed.map(({ entry }) => entry),
          ),
        });
      }),
  });

const removeCommand = operatorCommand<OptOutDeps>()({
  name: 'optout-remove',
  input: Entries,
  run: (deps, { entries }, output) =>
    asOperatorError(async () => {
      const parsed = parseAll(entries, 'removed', output, { allowShared: true });
      const removed = new Set(
        await removeOptOuts(
          deps,
          parsed.map(({ entry }) => entry),
        ),
      );
      for (const { text, entry } of parsed)
        if (!removed.has(entry)) output.note(`Not on the list: ${quoteForTerminal(text)}`);
      output.row({ given: parsed.length, removed: removed.size });
      if (removed.size > 0) output.note('Import their leads again to restore them.');
    }),
});

const BATCH = 5000;
const MAX_NOTES = 100;

const importCommand = <Needs>(addOptOuts: AddOptOuts<Needs>) =>
  operatorCommand<Needs>()({
    name: 'optout-import',
    input: z.object({ file: z.string() }),
    run: (deps, { file }, output) =>
      asOperatorError(async () => {
        const { columns, lines } = await readOptOutFile(file);
        output.note(
          columns
            ? `Reading the columns ${columns.map(quoteForTerminal).join(', ')}. Email addresses and profiles in other columns are read, too, but not in those with notes, sources or who added an entry. In rows with a person, company domains are skipped.`
            : 'Reading every cell that is an email address, a phone number, a domain or a LinkedIn profile.',
        );
        const counts = { given: 0, added: 0, refused: 0, passed_over: 0 };
        let batch: OptOut[] = [];
        const addBatch = async () => {
          counts.added += await addOptOuts(deps, batch);
          batch = [];
        };
        for await (const { line, entries, rejected, skipped } of lines()) {
          counts.given += entries.length + rejected.length;
          counts.passed_over += skipped;
          for (const { text, reason } of rejected) {
            counts.refused += 1;
            if (counts.refused <= MAX_NOTES) {
              output.note(`Rejected, line ${line}: ${quoteForTerminal(text)}. ${reason}.`);
            }
          }
          batch.push(...entries);
          if (batch.length >= BATCH) await addBatch();
        }
        await addBatch();
        if (counts.refused > MAX_NOTES) output.note(`Rejected: ${counts.refused - MAX_NOTES} more.`);
        if (counts.passed_over > 0) {
          output.note(
            `Skipped: ${plural(counts.passed_over, 'cell')} without an entry, such as a name, or with the company domain of a person in the same row. To opt out a domain, put it on its own line.`,
          );
        }
        output.row(counts);
        if (counts.given === 0) throw new OperatorError(`Nothing was added: ${file} has no entries.`);
        if (counts.refused === counts.given)
          throw new OperatorError('Nothing was added: every entry was rejected.');
      }),
  });

interface ParsedEntry {
  text: string;
  entry: OptOut;
}

/**
 * Parses all entries and outputs a note for each invalid one. Throws OperatorError if any entry is invalid.
 */
function parseAll(
  texts: readonly string[],
  action: 'added' | 'removed',
  output: Output,
  options: OptOutParseOptions = {},
): ParsedEntry[] {
  const parsed: ParsedEntry[] = [];
  let rejected = 0;
  for (const text of texts) {
    const result = parseOptOut(text, options);
    if (result.ok) {
      parsed.push({ text, entry: result.entry });
      continue;
    }
    rejected += 1;
    if (rejected <= MAX_NOTES) output.note(`Rejected: ${quoteForTerminal(text)}. ${result.reason}.`);
  }
  if (rejected === 0) return parsed;
  throw new OperatorError(
    `Nothing was ${action}: ${rejected} of ${texts.length} ${pluralForm(texts.length, 'entry', 'entries')} ${pluralForm(rejected, 'was', 'were')} rejected.`,
  );
}

const QUOTE_CHARS = 80;

/** Quotes and shortens a text, and replaces control characters that a terminal would interpret. */
function quoteForTerminal(text: string): string {
  const printable = text
    .slice(0, QUOTE_CHARS * 4)
    .replace(/\p{C}+/gu, '?')
    .trim();
  const characters = [...printable];
  const short =
    characters.length > QUOTE_CHARS ? `${characters.slice(0, QUOTE_CHARS - 3).join('')}...` : printable;
  return `"${short}"`;
}

/** The commands of `leadwell optout`. */
export function optOutCommands<Needs extends OptOutDeps>(add: AddOptOuts<Needs>): OperatorCommand<Needs>[] {
  return [addCommand(add), removeCommand, importCommand(add)].map(
    (command) => command as OperatorCommand<Needs>,
  );
}
