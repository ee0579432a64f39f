import { expect, it } from 'vitest';
import { createPoolConnections, DatabaseSilent, type PoolConnections } from './pool-connections.ts';
import type { PostgresClient } from './postgres-client.ts';

/** A connection whose statements and answers are numbers. */
function connection(pool: PoolConnections, serverProcess: number) {
  const socket = {
    bytesRead: 100,
    destroyed: false,
    ended: undefined as Error | undefined,
    destroy(error: Error) {
      socket.destroyed = true;
      socket.ended = error;
    },
  };
  const client = {
    socket,
    serverProcess,
    isWaiting: true,
    transaction: 'I',
    getTransactionStatus: () => client.transaction,
    once: () => client,
  };
  pool.add(client as unknown as PostgresClient);
  return client;
}

function check(pool: PoolConnections, idle: readonly number[]): void {
  pool.endLost(pool.state(), new Set(idle));
}

it('ends a connection whose process was idle in three checks in a row while it waited', () => {
  const pool = createPoolConnections();
  const [lost, slow, answered, otherwise] = [1, 2, 3, 4].map((process) => connection(pool, process));
  for (let checks = 0; checks < 3; checks += 1) {
    expect(lost?.socket.destroyed).toBe(false);
    // The process of the second one works. The others get an answer, or are busy in between.
    check(pool, checks === 1 ? [1, 3] : [1, 3, 4]);
    if (answered) answered.socket.bytesRead += 1;
  }
  expect(lost?.socket.ended).toBeInstanceOf(DatabaseSilent);
  expect([slow, answered, otherwise].map((each) => each?.socket.destroyed)).toEqual([false, false, false]);
});

it('ends unused connections with a lost one, and none in a transaction', () => {
  const pool = createPoolConnections();
  const [lost, unused, held] = [1, 2, 3].map((process) => connection(pool, process));
  if (unused) unused.isWaiting = false;
  if (held) Object.assign(held, { isWaiting: false, transaction: 'T' });
  for (let checks = 0; checks < 2; checks += 1) check(pool, [1]);
  expect(unused?.socket.destroyed).toBe(false);
  check(pool, [1]);
  expect([lost, unused, held].map((each) => each?.socket.destroyed)).toEqual([true, true, false]);
});

it('ends one that has waited since before a check that was silent itself at the first answer', () => {
  const pool = createPoolConnections();
  const [lost, slow, later, answered] = [1, 2, 3, 4].map((process) => connection(pool, process));
  if (later) later.isWaiting = false;
  const before = pool.state();
  if (later) later.isWaiting = true;
  if (answered) answered.socket.bytesRead += 1;
  pool.endLost(pool.state(), new Set([1, 3, 4]), before);
  expect([lost, slow, later, answered].map((each) => each?.socket.destroyed)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('after an outage, ends those that have received nothing since it began', () => {
  const pool = createPoolConnections();
  const [silent, unused, alive] = [1, 2, 3].map((process) => connection(pool, process));
  if (unused) unused.isWaiting = false;
  const before = pool.state();
  const fresh = connection(pool, 4);
  if (alive) alive.socket.bytesRead += 1;
  pool.endSilent(before);
  expect([silent, unused, alive, fresh].map((each) => each?.socket.destroyed)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
