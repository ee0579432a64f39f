import { z } from 'zod';
import { asOperatorError } from '../platform/as-operator-error.ts';
import { type OperatorCommand, type Output, operatorCommand } from '../platform/operator-command.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type OptOut, type OptOutChoice, readOptOut } from './opt-out-entry.ts';
import { readOptOutFile } from './opt-out-file.ts';
import { type OptOutDeps, removeOptOuts } from './opt-outs.ts';

const Entries = z.object({ entries: z.array(z.string().max(1000)).min(1).max(10_000) });

/** Adds entries to the list and deletes what the product keeps of them. Returns how many are new. */
export type AddOptOuts<Needs> = (deps: Needs, entries: readonly OptOut[]) => Promise<number>;

const addCommand = <Needs>(addOptOuts: AddOptOuts<Needs>) =>
  operatorCommand<Needs>()({
    name: 'optout-add',
    input: Entries,
    run: (deps, { entries }, output) =>
      asOperatorError(async () => {
        const read = readAll(entries, 'added', output);
        output.row({
          given: read.length,
          added: await addOptOuts(
            deps,
            read.map(({ entry }) => entry),
          ),
        });
      }),
  });

const removeCommand = operatorCommand<OptOutDeps>()({
  name: 'optout-remove',
  input: Entries,
  run: (deps, { entries }, output) =>
    asOperatorError(async () => {
      const read = readAll(entries, 'removed', output, { allowShared: true });
      const removed = new Set(
        await removeOptOuts(
          deps,
          read.map(({ entry }) => entry),
        ),
      );
      for (const { written, entry } of read)
        if (!removed.has(entry)) output.note(`Was not on the list: ${shown(written)}`);
      output.row({ given: read.length, removed: removed.size });
      if (removed.size > 0)
        output.note('Leads that were deleted for them come back only with the next import that has them.');
    }),
});

const BATCH = 5000;
const NOTED = 100;

const importCommand = <Needs>(addOptOuts: AddOptOuts<Needs>) =>
  operatorCommand<Needs>()({
    name: 'optout-import',
    input: z.object({ file: z.string() }),
    run: (deps, { file }, output) =>
      asOperatorError(async () => {
        const { columns, lines } = await readOptOutFile(file);
        output.note(
          columns
            ? `Taken from the columns ${columns.map(shown).join(', ')}. A line that names a person leaves their company listed.`
            : 'Taken is every cell that is an email address, a domain or a LinkedIn profile.',
        );
        const counts = { given: 0, added: 0, refused: 0, passed_over: 0 };
        let batch: OptOut[] = [];
        const addBatch = async () => {
          counts.added += await addOptOuts(deps, batch);
          batch = [];
        };
        for await (const { line, entries, refused, passedOver } of lines()) {
          counts.given += entries.length + refused.length;
          counts.passed_over += passedOver;
          for (const { written, reason } of refused) {
            counts.refused += 1;
            if (counts.refused <= NOTED) output.note(`Left out, line ${line}: ${shown(written)}. ${reason}.`);
          }
          batch.push(...entries);
          if (batch.length >= BATCH) await addBatch();
        }
        await addBatch();
        if (counts.refused > NOTED) output.note(`Left out besides: ${counts.refused - NOTED} more.`);
        if (counts.passed_over > 0) {
          output.note(
            `Passed over: ${counts.passed_over} cells that are no entry, such as names, or the domain of a person beside it. Give a domain on a line of its own to opt it out.`,
          );
        }
        output.row(counts);
        if (counts.given === 0) throw new OperatorError(`Nothing was added: ${file} has no entries.`);
        if (counts.refused === counts.given)
          throw new OperatorError('Nothing was added: every entry was refused.');
      }),
  });

interface Entry {
  written: string;
  entry: OptOut;
}

/** Notes each that cannot be read; throws OperatorError where there is one. */
function readAll(
  entries: readonly string[],
  done: 'added' | 'removed',
  output: Output,
  choice: OptOutChoice = {},
): Entry[] {
  const read: Entry[] = [];
  let wrong = 0;
  for (const written of entries) {
    const reading = readOptOut(written, choice);
    if (reading.ok) {
      read.push({ written, entry: reading.entry });
      continue;
    }
    wrong += 1;
    if (wrong <= NOTED) output.note(`Refused: ${shown(written)}. ${reading.reason}.`);
  }
  if (wrong === 0) return read;
  throw new OperatorError(`Nothing was ${done}: ${wrong} of ${entries.length} are refused.`);
}

const SHOWN_CHARS = 80;

/** In quotes, cut short, without what a terminal would act on. */
function shown(written: string): string {
  const text = written
    .slice(0, SHOWN_CHARS * 4)
    .replace(/\p{C}+/gu, '?')
    .trim();
  const characters = [...text];
  return `"${characters.length > SHOWN_CHARS ? `${characters.slice(0, SHOWN_CHARS - 3).join('')}...` : text}"`;
}

/** The commands of `leadwell optout`. */
export function optOutCommands<Needs extends OptOutDeps>(add: AddOptOuts<Needs>): OperatorCommand<Needs>[] {
  return [addCommand(add), removeCommand, importCommand(add)].map(
    (command) => command as OperatorCommand<Needs>,
  );
}
