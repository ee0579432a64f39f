import { randomUUID } from 'node:crypto';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { ScheduleView } from '#contract/schedules.ts';
import { OperatorError } from '#server/platform/operator-error.ts';
import { type ServerCalls, serverCalls } from '../lists/server-calls.ts';
import { textTable } from '../text-table.ts';

/** Prints the schedules of the account as a table, or as one JSON object per line. */
export async function showSchedules(json: boolean): Promise<void> {
  const { schedules } = await serverCalls().invoke(SCHEDULE_CALLS.schedules, {});
  if (schedules.length === 0)
    process.stderr.write('You have no schedules yet. Make one with Repeat in the web application.\n');
  else if (json) for (const schedule of schedules) process.stdout.write(`${JSON.stringify(schedule)}\n`);
  else
    process.stdout.write(
      textTable([
        ['ID', 'NEXT RUN (UTC)', 'LAST RUN', 'NEW', 'CHANGED', 'GONE', 'NAME'],
        ...schedules.map(({ id, nextAt, lastRun, name }) => [
          id,
          nextAt === null ? 'paused' : utcMinute(nextAt),
          lastRun?.state ?? 'not yet',
          String(lastRun?.added ?? ''),
          String(lastRun?.changed ?? ''),
          String(lastRun?.gone ?? ''),
          name,
        ]),
      ]),
    );
}

/** Runs a schedule now, and prints the ID of the run. */
export async function runSchedule(wanted: string): Promise<void> {
  const server = serverCalls();
  const { id } = await findSchedule(server, wanted);
  const run = await server.invoke(SCHEDULE_CALLS.scheduleRun, { id }, { idempotencyKey: randomUUID() });
  process.stdout.write(`${run.id}\n`);
}

/** Pauses a schedule, or lets it go on. */
export async function pauseSchedule(wanted: string, paused: boolean): Promise<void> {
  const server = serverCalls();
  const { id } = await findSchedule(server, wanted);
  const { name, nextAt } = await server.invoke(SCHEDULE_CALLS.scheduleChange, { id, paused });
  process.stderr.write(
    nextAt === null ? `“${name}” is paused.\n` : `“${name}” runs next at ${utcMinute(nextAt)} UTC.\n`,
  );
}

/** "2026-11-30T14:00:00.000Z" -> "2026-11-30 14:00" */
function utcMinute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}

/** The schedule with an ID, or the only one with a name. Throws OperatorError if there is none, or more than one. */
async function findSchedule(server: ServerCalls, wanted: string): Promise<ScheduleView> {
  const { schedules } = await server.invoke(SCHEDULE_CALLS.schedules, {});
  const found = schedules.filter(({ id, name }) => id === wanted.toLowerCase() || name === wanted);
  const [only] = found;
  if (only && found.length === 1) return only;
  throw new OperatorError(
    only
      ? `${found.length} schedules are called “${wanted}”. Use an ID; “leadwell schedules” shows them.`
      : `There is no schedule “${wanted}”. “leadwell schedules” shows yours.`,
  );
}
