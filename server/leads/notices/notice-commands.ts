import { z } from 'zod';
import { LeadDatabase } from '#contract/leads.ts';
import type { Deps } from '../../deps.ts';
import {
  asOperatorError,
  type OperatorCommand,
  operatorCommand,
} from '../../platform/operator/operator-command.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { readCollections } from './collections.ts';
import { countNotices } from './notice-counts.ts';
import { markNoticeFile, writeNoticeFile } from './notice-file.ts';
import { ensureSentTable } from './sent-notices.ts';

export type NoticeDeps = Pick<Deps, 'warehouse' | 'clock'>;
const DAY_MS = 86_400_000;
const command = operatorCommand<NoticeDeps>();

const status = command({
  name: 'notices-status',
  input: z.object({}),
  run: (deps, _input, output) =>
    asOperatorError(async () => {
      const sources = await countNotices(deps);
      for (const counts of sources) output.row(counts);
      if (sources.length === 0) output.note('No lead database has people who must be told.');
    }),
});

const list = command({
  name: 'notices-list',
  input: z.object({
    database: LeadDatabase.nullable(),
    all: z.boolean(),
    dueBy: z.iso.date('--due-by must be a valid date as YYYY-MM-DD.').nullable(),
    /** absolute path on the machine that runs the command */
    out: z.string(),
  }),
  run: ({ warehouse }, { database, out, ...selection }, output) =>
    asOperatorError(async () => {
      const collections = await readCollections(warehouse, database);
      if (collections.length > 0) await ensureSentTable(warehouse);
      const people = await writeNoticeFile(warehouse, collections, selection, out);
      output.row({ file: out, people });
      if (people === 0) output.note(`No one needs to be told${by(selection)}: the file has only its header.`);
    }),
});

const markSent = command({
  name: 'notices-mark-sent',
  input: z.object({
    /** absolute path on the machine that runs the command */
    file: z.string(),
    date: z.iso.date('--date must be a valid date as YYYY-MM-DD. Without it, it is today.').nullable(),
  }),
  run: ({ warehouse, clock }, { file, date }, output) =>
    asOperatorError(async () => {
      const sentOn = date ?? day(clock.now());
      // It is tomorrow in the east before it is in UTC.
      if (sentOn > day(clock.now() + DAY_MS))
        throw new OperatorError(`--date ${sentOn} is in the future. Mark notices after they were sent.`);
      await ensureSentTable(warehouse);
      output.row({ ...(await markNoticeFile(warehouse, file, sentOn)), sentOn });
    }),
});

function by({ dueBy }: { dueBy: string | null }): string {
  return dueBy === null ? '' : ` by ${dueBy}`;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The commands of `leadwell notices`. */
export const NOTICE_COMMANDS = [status, list, markSent].map(
  (command) => command as OperatorCommand<NoticeDeps>,
);
