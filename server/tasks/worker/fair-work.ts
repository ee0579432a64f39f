import type { TaskLoad } from './crawl-host.ts';

/** Which shards a worker takes next: up to `max`, except those of the accounts in `without`. */
export interface ShardChoice {
  max: number;
  without: readonly string[];
  /** also if others fill the worker */
  whenFull: boolean;
}

/** What a worker runs and could run. */
export interface WorkerState {
  /** accounts with a running task, here or on another worker */
  accounts: readonly string[];
  /** the account of each shard that runs here; null if it isn't known */
  busy: readonly (string | null)[];
  /** what the running shards use, by task */
  loads: ReadonlyMap<string, TaskLoad>;
  /** crawl slots that shards may use together */
  capacity: number;
  /** crawl slots that one more shard can use */
  shardSlots: number;
}

const MAX_TAKEN_AT_ONCE = 8;
/** Shards that run at once, beyond which accounts without one wait too. They bound the memory. */
const MAX_SHARDS = 200;

/**
 * Shares a worker by account. An account without a running shard gets one at once, even if others fill the
 * worker, and so does one whose shards could use less than its equal share. Free slots go to accounts below their share
 * first, and to anybody if these have no shards left. In order: the first choice that finds shards counts.
 */
export function chooseShards({ accounts, busy, loads, capacity, shardSlots }: WorkerState): ShardChoice[] {
  const present = new Set(busy.filter((account) => account !== null));
  const newcomers = accounts.filter((account) => !present.has(account));
  const sharing = new Set([...accounts, ...present]).size;
  const choices: ShardChoice[] = [];
  if (busy.length < MAX_SHARDS && present.size > 0 && sharing > 1) {
    const without = newcomers.length > 0 ? [...present] : fullAccounts(busy, shardSlots, capacity / sharing);
    if (accounts.some((account) => !without.includes(account)))
      choices.push({ max: 1, without, whenFull: true });
  }
  const slots = slotsByAccount(loads);
  const free = capacity - [...slots.values()].reduce((sum, count) => sum + count, 0);
  const room = Math.min(MAX_TAKEN_AT_ONCE, Math.ceil(free / shardSlots));
  if (room < 1 || busy.length >= MAX_SHARDS) return choices;
  const over = [...present].filter((account) => (slots.get(account) ?? 0) >= capacity / sharing);
  // One at a time, since each changes the shares.
  const max = sharing > 1 ? 1 : room;
  if (sharing > 1 && over.length > 0) choices.push({ max, without: over, whenFull: false });
  return [...choices, { max, without: [], whenFull: false }];
}

/** The accounts whose shards could use their share, also if they use less now: while all its items wait, a shard uses none. */
function fullAccounts(busy: readonly (string | null)[], shardSlots: number, share: number): string[] {
  const shards = Map.groupBy(
    busy.filter((account) => account !== null),
    (account) => account,
  );
  return [...shards].flatMap(([account, own]) => (own.length * shardSlots >= share ? [account] : []));
}

function slotsByAccount(loads: ReadonlyMap<string, TaskLoad>): Map<string, number> {
  const slots = new Map<string, number>();
  for (const { accountId, slots: used } of loads.values())
    slots.set(accountId, (slots.get(accountId) ?? 0) + used);
  return slots;
}

/**
 * How much of the passed time, in ms, a worker spent on each task: all of it on a single task, else by the
 * slots they use. So a task's time budget doesn't count the work of others. A task that only waits for a later
 * time, or for its tool to load, counts nothing.
 */
export function ownWork(loads: ReadonlyMap<string, TaskLoad>, passedMs: number): Map<string, number> {
  const all = [...loads.values()].reduce((sum, { working }) => sum + working, 0);
  const share = (working: number) => (all === 0 ? 0 : (passedMs * working) / all);
  return new Map([...loads].map(([taskId, { working }]) => [taskId, share(working)]));
}
