import { createRandom } from '../../drill/random.ts';

/** What was measured, and what a fleet is. Times in ms of CPU or of the database. */
export interface Fleet {
  accounts: number;
  workers: number;
  rowsPerMonth: number;
  /** CPU time of a worker for one row */
  cpuMsPerRow: number;
  /** batches that the database stores in a second at most, and rows in one */
  batchesPerSecond: number;
  rowsPerBatch: number;
  bytesPerRow: number;
  /** the rows of one task, on average */
  rowsPerTask: number;
}

/** How a month went, with one day of it simulated. */
export interface Outcome {
  /** rows per second that all workers, and the database, can do */
  workerRows: number;
  databaseRows: number;
  /** the busiest hour, as a share of the smaller of the two */
  peakUse: number;
  /** from the start of a task to its first row, in seconds */
  wait: { median: number; p95: number; max: number };
  /** how much longer a task takes than with the whole fleet for itself, the worst twentieth */
  slowdownP95: number;
  /** batches per second in the busiest minute */
  writesPerSecond: number;
  diskPerMonth: number;
  /** Jain's index of what accounts with waiting rows got in the same minute: 1 is the same for each */
  fairness: number;
  /** rows that wait at the end of the day */
  backlog: number;
}

const DAY_SECONDS = 86_400;
const DAYS = 30;
const STEP_SECONDS = 2;
/** The share of a day's rows in each hour: most people work in two time zones. */
const HOURS = [1, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 7, 6, 7, 8, 8, 7, 5, 4, 3, 2, 2, 2, 1];
/** A tenth of the accounts do most of the work. */
const ACTIVITY_POWER = 1.2;

interface SimulatedTask {
  account: number;
  startedAt: number;
  rows: number;
  left: number;
  firstAt: number | null;
}

/**
 * Simulates a day in steps of two seconds: tasks arrive at random times and with random sizes, the accounts with waiting rows
 * share what the workers and the database can do, and so do the tasks of an account. The same seed gives the same day.
 */
export function simulate(fleet: Fleet, seed = 1): Outcome {
  const random = createRandom(seed);
  const unit = () => (random.below(1e9) + 1) / 1e9;
  const workerRows = (fleet.workers * 1000) / fleet.cpuMsPerRow;
  const databaseRows = fleet.batchesPerSecond * fleet.rowsPerBatch;
  const capacity = Math.min(workerRows, databaseRows) * STEP_SECONDS;
  const tasks = arrivals(fleet, unit);
  const waiting = new Map<number, SimulatedTask[]>();
  const waits: number[] = [];
  const slowdowns: number[] = [];
  const fairness: number[] = [];
  let [next, busiest] = [0, 0];
  for (let at = 0; at < DAY_SECONDS; at += STEP_SECONDS) {
    for (let task = tasks[next]; task && task.startedAt <= at; task = tasks[next]) {
      waiting.set(task.account, [...(waiting.get(task.account) ?? []), task]);
      next += 1;
    }
    const demands = [...waiting].map(([account, own]) => ({
      account,
      rows: own.reduce((sum, { left }) => sum + left, 0),
    }));
    const shares = fairShares(demands, capacity);
    busiest = Math.max(
      busiest,
      [...shares.values()].reduce((sum, rows) => sum + rows, 0),
    );
    const limited = demands.filter(({ account, rows }) => (shares.get(account) ?? 0) < rows);
    if (limited.length > 1) fairness.push(jain(limited.map(({ account }) => shares.get(account) ?? 0)));
    for (const [account, own] of waiting) {
      work(own, shares.get(account) ?? 0, at, waits);
      for (const task of own.filter(({ left }) => left <= 0)) {
        const alone = Math.max(STEP_SECONDS, (task.rows / capacity) * STEP_SECONDS);
        slowdowns.push((at + STEP_SECONDS - task.startedAt) / alone);
      }
      const left = own.filter(({ left }) => left > 0);
      if (left.length > 0) waiting.set(account, left);
      else waiting.delete(account);
    }
  }
  const total = HOURS.reduce((sum, weight) => sum + weight, 0);
  const peakRows = ((fleet.rowsPerMonth / DAYS) * (Math.max(...HOURS) / total)) / 3600;
  waits.sort((a, b) => a - b);
  slowdowns.sort((a, b) => a - b);
  return {
    workerRows,
    databaseRows,
    peakUse: peakRows / Math.min(workerRows, databaseRows),
    wait: { median: share(waits, 0.5), p95: share(waits, 0.95), max: waits.at(-1) ?? 0 },
    slowdownP95: share(slowdowns, 0.95),
    writesPerSecond: busiest / STEP_SECONDS / fleet.rowsPerBatch,
    diskPerMonth: fleet.rowsPerMonth * fleet.bytesPerRow,
    fairness: fairness.length === 0 ? 1 : fairness.reduce((sum, one) => sum + one, 0) / fairness.length,
    backlog: [...waiting.values()].flat().reduce((sum, { left }) => sum + left, 0),
  };
}

/** The tasks of a day, by time. */
function arrivals(fleet: Fleet, unit: () => number): SimulatedTask[] {
  const rowsPerDay = fleet.rowsPerMonth / DAYS;
  const total = HOURS.reduce((sum, weight) => sum + weight, 0);
  const tasks: SimulatedTask[] = [];
  for (const [hour, weight] of HOURS.entries()) {
    for (let left = (rowsPerDay * weight) / total; left > 0; ) {
      // Sizes are exponential: many small tasks, and a few that are much larger.
      const rows = Math.ceil(Math.min(left, -Math.log(unit()) * fleet.rowsPerTask));
      const account = Math.floor(fleet.accounts * unit() ** (1 + ACTIVITY_POWER));
      tasks.push({ account, startedAt: (hour + unit()) * 3600, rows, left: rows, firstAt: null });
      left -= rows;
    }
  }
  return tasks.sort((a, b) => a.startedAt - b.startedAt);
}

/** Gives each account the same, or less if it wants less. */
function fairShares(
  demands: readonly { account: number; rows: number }[],
  capacity: number,
): Map<number, number> {
  const shares = new Map<number, number>();
  let [left, accounts] = [capacity, demands.length];
  for (const { account, rows } of [...demands].sort((a, b) => a.rows - b.rows)) {
    const given = Math.min(rows, left / accounts);
    shares.set(account, given);
    left -= given;
    accounts -= 1;
  }
  return shares;
}

/** Works through rows of an account's tasks. Each gets the same. */
function work(own: readonly SimulatedTask[], rows: number, at: number, waits: number[]): void {
  const shares = fairShares(
    own.map(({ left }, index) => ({ account: index, rows: left })),
    rows,
  );
  for (const [index, task] of own.entries()) {
    const given = shares.get(index) ?? 0;
    task.left -= given;
    if (task.left < 1e-6) task.left = 0;
    if (task.firstAt !== null || given <= 0) continue;
    task.firstAt = at;
    waits.push(Math.max(0, at - task.startedAt));
  }
}

function jain(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value ** 2, 0);
  return squares === 0 ? 1 : sum ** 2 / (values.length * squares);
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
