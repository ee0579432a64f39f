import { isRunning } from '#contract/tasks.ts';
import type { Deps } from '#server/deps.ts';
import { type ItemOfTask, itemsOfTasks } from '#server/tasks/settle-second-try.ts';
import type { SecondTries, SecondTry } from '#server/tasks/task-tool.ts';
import { parseEmailInput, writeEmailInput } from '../definition.ts';
import type { PatternCounts } from '../engine/patterns.ts';
import { countPatterns } from './memory-store.ts';
import {
  endTries,
  forgetWaiting,
  insertWaiting,
  markChecked,
  postpone,
  reservePeople,
  type WaitingPerson,
  waitingPeople,
} from './second-try-store.ts';
import { isWorthTry, MissingPerson } from './try-again.ts';

const DAY_MS = 86_400_000;
/** People of one account at a time. */
const OF_ACCOUNT = 50;
/** Besides the pauses for servers that greylist. */
const RESERVED_MS = 20 * 60_000;
const POSTPONED_MS = 5 * 60_000;
/** A task can run for longer than a day. */
const KEPT_DAYS = 3;

/**
 * Second tries of people who weren't found: when a pattern of their domain is learned on the UTC day on which their
 * task ended, each gets one, free of charge.
 */
export const EMAIL_SECOND_TRIES: SecondTries = {
  watch(tx, taskId, items, now) {
    const people = items.flatMap(({ position, input, row, outcome }) => {
      if (outcome !== 'not_found') return [];
      const written = parseEmailInput(input);
      const person = MissingPerson.safeParse(JSON.parse(row));
      if ('address' in written || written.again || !person.success) return [];
      return [{ position, domain: person.data.domain }];
    });
    return insertWaiting(tx, taskId, people, now);
  },
  finish: endTries,
  reserve,
};

async function reserve(
  { database: { db }, clock, config }: Deps,
  open: ReadonlyMap<string, number>,
): Promise<SecondTry[]> {
  const now = new Date(clock.now());
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
  await forgetWaiting(db, new Date(today.getTime() - KEPT_DAYS * DAY_MS));
  const waiting = await waitingPeople(db, { since: today, now });
  if (waiting.length === 0) return [];
  const items = new Map((await itemsOfTasks(db, waiting)).map((item) => [itemKey(item), item]));
  const patterns = await countPatterns(db, [...new Set(waiting.map(({ domain }) => domain))]);
  const worth: (WaitingPerson & ItemOfTask)[] = [];
  const others: WaitingPerson[] = [];
  const early: WaitingPerson[] = [];
  for (const person of waiting) {
    const item = items.get(itemKey(person));
    if (item && isRunning(item.status)) early.push(person);
    else if (item && isToday(item, today) && isLikelier(item, patterns.get(person.domain) ?? {}))
      worth.push({ ...item, ...person });
    else others.push(person);
  }
  await markChecked(db, others);
  await postpone(db, early, new Date(now.getTime() + POSTPONED_MS));
  const taken = new Map(open);
  const chosen = worth.filter(({ account_id: account }) => {
    const before = taken.get(account) ?? 0;
    taken.set(account, before + 1);
    return before < OF_ACCOUNT;
  });
  // They make room for the people of other accounts.
  const first = new Set(chosen);
  const later = worth.filter((person) => !first.has(person));
  await postpone(db, later, new Date(now.getTime() + POSTPONED_MS));
  const pauses = config.GREYLIST_RETRY_MS.reduce((sum, ms) => sum + ms, 0);
  const until = new Date(now.getTime() + RESERVED_MS + pauses);
  const tries = new Map<string, SecondTry>();
  for (const person of await reservePeople(db, chosen, { now, until })) {
    const { task_id: taskId, account_id: accountId, options, position, input } = person;
    const written = parseEmailInput(input);
    if ('address' in written) continue;
    const secondTry = tries.get(taskId) ?? { taskId, accountId, options, items: [] };
    secondTry.items.push({ position, input: writeEmailInput({ ...written, again: true }) });
    tries.set(taskId, secondTry);
  }
  return [...tries.values()];
}

function isToday({ finished_at: end }: ItemOfTask, today: Date): boolean {
  return end !== null && new Date(end) >= today;
}

function isLikelier({ row }: ItemOfTask, known: PatternCounts): boolean {
  const person = MissingPerson.safeParse(row);
  return person.success && isWorthTry(person.data, known);
}

function itemKey({ task_id, position }: { task_id: string; position: number }): string {
  return `${task_id} ${position}`;
}
