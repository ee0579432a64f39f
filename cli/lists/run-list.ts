import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { CALLS } from '#contract/calls.ts';
import { leftOutText } from '#contract/left-out-text.ts';
import type { RunCells, RunQuote } from '#contract/list-runs.ts';
import type { ListView } from '#contract/lists.ts';
import { plural, pluralForm } from '#contract/plural.ts';
import { CAP_REACHED, isRunning, type TaskView } from '#contract/tasks.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { listsTool } from '#tools/index/tools.ts';
import { abortOnStop } from '../stopping.ts';
import { UsageError } from '../usage-error.ts';
import { findList } from './find-list.ts';
import { type ServerCalls, serverCalls } from './server-calls.ts';

/** The options of `leadwell lists run`. */
export interface RunCommand {
  steps?: string;
  rows: RunCells;
  first?: number;
  cap?: number;
  /** an address that is told how the run ends */
  webhook?: string;
  wait: boolean;
  yes: boolean;
}

const POLL_MS = 2000;

/** Shows what a run of a list can cost, and starts it after a yes. Prints the ID of the run. */
export async function runList(wanted: string, options: RunCommand): Promise<void> {
  const server = serverCalls();
  const list = await findList(server, wanted);
  const { cap, webhook } = options;
  const scope = {
    id: list.id,
    cells: options.rows,
    ...(options.steps === undefined ? {} : { steps: stepsOf(list, options.steps) }),
    ...(options.first === undefined ? {} : { first: options.first }),
  };
  const quote = await server.invoke(LIST_STEP_CALLS.listRunQuote, scope);
  process.stderr.write(quoteText(quote, cap));
  if (quote.problem) throw new OperatorError(quote.problem);
  if (!options.yes && !(await confirmed())) {
    process.stderr.write('Nothing was started.\n');
    process.exitCode = 1;
    return;
  }
  const run = await server.invoke(
    LIST_STEP_CALLS.listRun,
    {
      ...scope,
      ...(cap === undefined ? {} : { cap }),
      ...(webhook === undefined ? {} : { webhook: { url: webhook } }),
    },
    { idempotencyKey: randomUUID(), patient: true },
  );
  process.stdout.write(`${run.id}\n`);
  if (options.wait) await waitForEnd(server, list, run);
  else process.stderr.write(`It runs on the server. To wait for it: leadwell lists wait ${list.id}\n`);
}

/** Waits for the run of a list that started last. */
export async function waitForList(wanted: string): Promise<void> {
  const server = serverCalls();
  const list = await findList(server, wanted);
  const { run } = await server.invoke(LIST_STEP_CALLS.listRunLatest, { id: list.id });
  if (!run) throw new OperatorError(`“${list.name}” never ran.`);
  await waitForEnd(server, list, run);
}

/** "Find domains,s2" -> the IDs of these steps. Throws UsageError for one that the list doesn't have. */
function stepsOf({ steps }: Pick<ListView, 'steps'>, wanted: string): string[] {
  const names = wanted
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const known = steps.map((each) => each.name).join(', ') || 'none';
  if (names.length === 0) throw new UsageError(`Name a step of the list. It has: ${known}`);
  return names.map((name) => {
    const step = steps.find((each) => each.id === name || each.name.toLowerCase() === name.toLowerCase());
    if (step) return step.id;
    throw new UsageError(`The list has no step “${name}”. It has: ${known}`);
  });
}

function quoteText(quote: RunQuote, cap: number | undefined): string {
  const { rows, leftOut, leftOutBy, cells, credits, unchanged, included = 0, known, repeats, steps } = quote;
  const free = repeats > 0 ? `, ${plural(repeats, 'answer')} free` : '';
  const inRow = known > 0 ? `, ${plural(known, 'cell')} already in the row` : '';
  const less = unchanged < credits ? ` (${costText(unchanged)} if the values in the list stay)` : '';
  const most = Math.min(credits, cap ?? credits);
  const ofPlan = includedText(Math.min(included, cap ?? included), 'up to ');
  return [
    ...steps.map(
      ({ name, cells: ofStep, credits: cost, later, most: rowsAtOnce }) =>
        `  ${name}: ${plural(ofStep, 'cell')}, ${costText(cost)}${later > 0 ? `; ${later} more in the next run, because it asks about ${rowsAtOnce} rows in one run at most` : ''}`,
    ),
    `${plural(rows, 'row')}, ${plural(cells, 'cell')}, ${costText(most)}${less}${ofPlan}${free}${inRow}`,
    ...(leftOut > 0 ? [`${plural(leftOut, 'row')} left out: ${leftOutText(leftOutBy)}`] : []),
    '',
  ].join('\n');
}

/** With the unlimited plan, nothing costs credits. */
function costText(credits: number): string {
  return credits === 0 ? 'no credits' : `up to ${plural(credits, 'credit')}`;
}

/** What the plan covers: it stops a run as credits do. */
function includedText(credits: number, before = ''): string {
  if (credits === 0) return '';
  return ` (${before}${credits} included in your plan, which ${pluralForm(credits, 'counts', 'count')} toward --cap and the budget of the key)`;
}

async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Add --yes to start without a question.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question('Run it? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

/** Shows the progress of a run until it ends. It also goes on if the command is stopped or can't reach the server for minutes. */
async function waitForEnd(server: ServerCalls, list: ListView, started: TaskView): Promise<void> {
  const signal = abortOnStop();
  const bar = process.stderr.isTTY
    ? new SingleBar({ format: '{bar} {value} of {total} cells', hideCursor: true })
    : null;
  bar?.start(started.total, started.processed);
  let run = started;
  try {
    while (isRunning(run.status)) {
      await pause(POLL_MS, undefined, { signal });
      run = await server.invoke(CALLS.task, { id: run.id }, { signal, patient: true });
      bar?.setTotal(run.total);
      bar?.update(run.processed);
    }
  } catch (error) {
    bar?.stop();
    process.stderr.write(
      `The run goes on. To wait for it again: leadwell lists wait ${list.id}\nTo stop it: ${server.url}${listsTool().path}/${list.id}\n`,
    );
    if (!signal.aborted) throw error;
    return;
  }
  bar?.stop();
  process.stderr.write(`${endText(run)}\n`);
  if (run.status !== 'completed') process.exitCode = 1;
}

function endText(run: TaskView): string {
  const { status, stop_reason, processed, total, found, failed, creditsused, creditsincluded } = run;
  const counts = `${processed} of ${plural(total, 'cell')}, ${found} found, ${failed} failed, ${plural(creditsused, 'credit')}${includedText(creditsincluded)}`;
  if (status === 'completed') return `Completed: ${counts}`;
  return `${stop_reason === 'cap' ? CAP_REACHED : `The run ended early (${stop_reason ?? status}).`} ${counts}`;
}
