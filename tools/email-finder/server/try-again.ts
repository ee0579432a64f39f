import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { plural } from '#contract/plural.ts';
import { isRunning } from '#contract/tasks.ts';
import { readEmployer } from '#engines/list-items/person.ts';
import { createRateLimiter, type RateLimit } from '#server/http/rate-limit.ts';
import { findResult, type KeyClaim } from '#server/idempotency/idempotency.ts';
import { prepareSaveAgain } from '#server/lists/prepare-save.ts';
import { runHeavy } from '#server/platform/database/database-turns.ts';
import type { Db } from '#server/platform/database/db.ts';
import { ownKeysOf } from '#server/tasks/item-keys.ts';
import { rowsAt } from '#server/tasks/results.ts';
import { startTask } from '#server/tasks/start-task.ts';
import { missedPositions } from '#server/tasks/stored-rows.ts';
import { taskResults } from '#server/tasks/task-results.ts';
import type { TaskRecord } from '#server/tasks/task-tool.ts';
import type { ToolDeps } from '../../server-tool.ts';
import { EmailRow, emailFinder, parseEmailInput, writeEmailInput } from '../definition.ts';
import { DEFAULT_CANDIDATES, rankCandidates } from '../engine/email-candidates.ts';
import type { PatternCounts } from '../engine/patterns.ts';
import { countPatterns } from './memory-store.ts';
import { copyFile } from './person-file.ts';
import { endTries, triedPositions } from './second-try-store.ts';

/** People of one task who weren't found, and may be now. */
export interface TryAgain {
  task: TaskRecord;
  inputs: string[];
  /** their positions in the task */
  positions: number[];
  /** whether what is found costs nothing */
  free: boolean;
}

const LIMIT: RateLimit = { name: 'email-try-again', limit: 30, windowMs: 60_000 };
/** How long after the end of a task a second try is free. */
const FREE_MS = 24 * 3_600_000;
/** People of one second try. */
const MAX_PEOPLE = 2000;
/** Why a person who may be found later wasn't found. */
const MISSED = {
  field: 'reason',
  value: 'no-address-exists',
  other: 'domain',
} as const satisfies { field: keyof EmailRow; value: EmailRow['reason']; other: keyof EmailRow };
/** What a second try needs of the result of a person who wasn't found. `domain` is that of the addresses. */
export const MissingPerson = EmailRow.pick({
  first_name: true,
  last_name: true,
  domain: true,
  evidence: true,
}).transform((person) => ({ ...person, domain: mailDomain(person.domain) }));

/**
 * The people of an ended task who weren't found, at domains whose address pattern we have learned since, with an
 * address that was not tried. None once they were tried again. Throws CallError for a task of someone else.
 */
export async function peopleToTryAgain(deps: ToolDeps, accountId: string, taskId: string): Promise<TryAgain> {
  await createRateLimiter(deps).take(LIMIT, accountId);
  return runHeavy(accountId, () => findPeople(deps, accountId, taskId));
}

async function findPeople(deps: ToolDeps, accountId: string, taskId: string): Promise<TryAgain> {
  const { db } = deps.database;
  const task = await findOwnTask(deps, accountId, taskId);
  if (task?.type !== emailFinder.task.type) throw new CallError('not_found');
  const now = deps.clock.now();
  const free = task.finished_at !== null && now - new Date(task.finished_at).getTime() < FREE_MS;
  const tried = await findResult(db, retryClaim(accountId, taskId, now));
  const none = { task, inputs: [], positions: [], free };
  if (tried !== null || isRunning(task.status) || task.rows_deleted_at) return none;
  const done = await triedPositions(db, taskId);
  const owned = { accountId, id: taskId, type: task.type };
  const people: { position: number; input: string }[] = [];
  const known = new Map<string, PatternCounts>();
  for await (const page of missedPositions(db, task, MISSED)) {
    const missed = page.map(({ position, other }) => ({
      position,
      other: other === null ? null : mailDomain(other),
    }));
    await addPatterns(db, known, missed);
    const positions = missed.flatMap(({ position, other: domain }) =>
      domain !== null && hasPatterns(known.get(domain)) && !done.has(position) ? [position] : [],
    );
    for (const { position, input, fields, optedOut } of await rowsAt(deps, owned, positions)) {
      const written = parseEmailInput(input);
      const person = MissingPerson.safeParse(fields);
      if (optedOut || 'address' in written || written.again || !person.success) continue;
      if (!isWorthTry(person.data, known.get(person.data.domain) ?? {})) continue;
      people.push({ position, input: writeEmailInput(free ? { ...written, again: true } : written) });
    }
    if (people.length >= MAX_PEOPLE) break;
  }
  const worth = people.slice(0, MAX_PEOPLE);
  return {
    task,
    inputs: worth.map(({ input }) => input),
    positions: worth.map(({ position }) => position),
    free,
  };
}

/** The domain that a result names as it was written: https://www.acme.com/team -> acme.com */
function mailDomain(written: string): string {
  const employer = readEmployer(written);
  return employer.ok ? employer.domain : written;
}

/** Adds the patterns of the domains of these rows, each looked up once. */
async function addPatterns(
  db: Db,
  known: Map<string, PatternCounts>,
  rows: readonly { other: string | null }[],
): Promise<void> {
  const domains = new Set(rows.flatMap(({ other }) => (other === null || known.has(other) ? [] : [other])));
  if (domains.size === 0) return;
  const found = await countPatterns(db, [...domains]);
  for (const domain of domains) known.set(domain, found.get(domain) ?? {});
}

function hasPatterns(counts: PatternCounts = {}): boolean {
  return Object.keys(counts).length > 0;
}

/** Whether a known pattern of the domain gives an address that wasn't tried. */
export function isWorthTry(
  { first_name, last_name, domain, evidence }: z.infer<typeof MissingPerson>,
  known: PatternCounts,
): boolean {
  const tried = new Set(evidence.map(({ address }) => address.toLowerCase()));
  return rankCandidates(
    { first: first_name, last: last_name },
    { domain, known, limit: DEFAULT_CANDIDATES },
  ).some(({ localPart, pattern }) => (known[pattern] ?? 0) > 0 && !tried.has(`${localPart}@${domain}`));
}

/**
 * Starts a task with these people, once per task: a repeated request gets the first one's. It has the options of
 * that task, costs at most as much as that one could, and saves its results to the list of that task. `onlyFree`: starts nothing
 * that costs credits. Throws CallError.
 */
export async function tryAgain(
  deps: ToolDeps,
  {
    accountId,
    apiKeyId,
    taskId,
    onlyFree = false,
  }: { accountId: string; apiKeyId: string | null; taskId: string; onlyFree?: boolean | undefined },
): Promise<TaskRecord> {
  const { db } = deps.database;
  const claim = retryClaim(accountId, taskId, deps.clock.now());
  const earlier = await findResult(db, claim);
  const started = earlier === null ? undefined : await findOwnTask(deps, accountId, earlier);
  if (started) return started;
  const { task, inputs, positions, free } = await peopleToTryAgain(deps, accountId, taskId);
  if (inputs.length === 0)
    throw new CallError('conflict', 'We know nothing new about the people who weren’t found.');
  if (onlyFree && !free) {
    const most = plural(inputs.length, 'credit');
    throw new CallError('conflict', `Trying again is no longer free. It costs up to ${most}.`);
  }
  const file = await copyFile(db, taskId);
  // Their rows aren't recognized in a list that has those of all people: a free try is marked in its input.
  const areNew = file.attach !== undefined || free;
  const again = await startTask(deps, {
    accountId,
    apiKeyId,
    type: task.type,
    inputs,
    keys: await ownKeysOf(db, taskId, positions),
    options: task.options,
    cap: task.cap,
    prepareSave: () => prepareSaveAgain(deps, task, { hasOwnColumns: areNew }),
    claim,
    name: task.name && `${task.name} (tried again)`,
    ...file,
  });
  await endTries(db, taskId, positions, new Date(deps.clock.now()));
  return again;
}

async function findOwnTask(deps: ToolDeps, accountId: string, id: string): Promise<TaskRecord | undefined> {
  return (await taskResults(deps, accountId, id))?.task;
}

function retryClaim(accountId: string, taskId: string, now: number): KeyClaim {
  return {
    accountId,
    call: emailFinder.calls.tryAgain.name,
    key: taskId,
    requestHash: taskId,
    at: new Date(now),
  };
}
