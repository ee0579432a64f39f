import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  createDatabaseTurns,
  type DatabaseTurns,
  runFor,
  runHeavy,
  runInBackground,
} from './database-turns.ts';

/** A turn takes 1 ms, unless it says so. */
let clock = 0;
const now = () => clock;

/** Takes turns of some ms, one after the other, and logs each. */
async function work(turns: DatabaseTurns, log: string[], name: string, count: number, ms = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    const end = await turns.take();
    log.push(name);
    await nextTurn();
    clock += ms;
    end();
  }
}

it('lets callers take turns, however much one of them asks for at once', async () => {
  const turns = createDatabaseTurns(1, now);
  const log: string[] = [];
  const flood = Array.from({ length: 50 }, () => runFor('eve', () => work(turns, log, 'eve', 1)));
  await Promise.all([...flood, runFor('ada', () => work(turns, log, 'ada', 2))]);
  // Ada waits for two of Eve's at most: the one that runs, and one whose turn came before.
  expect(log.slice(0, 6).filter((name) => name === 'ada')).toHaveLength(2);
  expect(log).toHaveLength(52);
});

it('counts heavy work of all accounts as one caller, in which the accounts take turns', async () => {
  const turns = createDatabaseTurns(1, now);
  const log: string[] = [];
  const heavy = ['eve', 'mallory', 'bob'].map((name) => runHeavy(name, () => work(turns, log, name, 20)));
  const light = runFor('ada', () => work(turns, log, 'ada', 10));
  await Promise.all([...heavy, light]);
  const waits = log
    .join(' ')
    .split('ada')
    .map((between) => between.trim().split(' ').filter(Boolean).length)
    .slice(0, 10);
  expect(Math.max(...waits)).toBeLessThanOrEqual(2);
  const first = log.filter((name) => name !== 'ada').slice(0, 30);
  for (const name of ['eve', 'mallory', 'bob']) expect(first.filter((one) => one === name)).toHaveLength(10);
});

it('counts background work of all accounts as one caller, in which the accounts take turns', async () => {
  const turns = createDatabaseTurns(1, now);
  const log: string[] = [];
  const large = Array.from({ length: 50 }, () => runInBackground('eve', () => work(turns, log, 'eve', 1)));
  const small = runInBackground('bob', () => work(turns, log, 'bob', 10));
  const request = runFor('ada', () => work(turns, log, 'ada', 5));
  await Promise.all([...large, small, request, work(turns, log, 'own', 5)]);
  const ofBob = log.slice(0, log.lastIndexOf('bob'));
  expect(ofBob.filter((name) => name === 'eve').length).toBeLessThan(25);
  const ofAda = log.slice(0, log.lastIndexOf('ada'));
  expect(ofAda.filter((name) => name !== 'ada').length).toBeLessThan(15);
  // Eve, Bob and Ada had a turn for each of theirs. Work of no account isn't counted, and neither is theirs.
  expect(turns.taken()).toBe(5);
});

it('shares turns by time, so one with long turns takes no more of it than others', async () => {
  const turns = createDatabaseTurns(1, now);
  const log: string[] = [];
  const large = Array.from({ length: 50 }, () =>
    runInBackground('eve', () => work(turns, log, 'eve', 1, 20)),
  );
  const small = ['ada', 'bob'].map((name) =>
    Array.from({ length: 3 }, () => runInBackground(name, () => work(turns, log, name, 30))),
  );
  await Promise.all([...large, ...small.flat()]);
  // 180 ms of Ada and Bob, in which Eve may use as much as each: five turns, and the one that ran before.
  const before = log.slice(0, Math.max(log.lastIndexOf('ada'), log.lastIndexOf('bob')));
  expect(before.filter((name) => name === 'eve').length).toBeLessThanOrEqual(6);
});

it('does the heavy work of an account before what no request waits for', async () => {
  const turns = createDatabaseTurns(1, now);
  const log: string[] = [];
  const tasks = Array.from({ length: 20 }, () =>
    runInBackground('eve', () => work(turns, log, 'task', 1, 20)),
  );
  await nextTurn();
  await runHeavy('eve', () => work(turns, log, 'page', 3));
  expect(log.filter((name) => name === 'task').length).toBeLessThanOrEqual(7);
  await Promise.all(tasks);
});

it('goes on with what no request waits for, however much heavy work an account has', async () => {
  const turns = createDatabaseTurns(1, now);
  const log: string[] = [];
  const pages = Array.from({ length: 10 }, () => runHeavy('eve', () => work(turns, log, 'page', 20)));
  await nextTurn();
  await runInBackground('eve', () => work(turns, log, 'task', 5));
  expect(log.filter((name) => name === 'page').length).toBeLessThan(30);
  await Promise.all(pages);
});
