import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { plural } from '#contract/plural.ts';
import type { TaskType } from '#contract/tasks.ts';
import { takeVisits } from '#net/site-visits.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { contactsIn } from '#tools/list-tool/row-text.ts';
import type { Tool, ToolOutcome } from '#tools/tool.ts';
import { createRun } from '../create-run.ts';
import {
  type FromThread,
  type PortCall,
  SETTLE_BATCH_ITEMS,
  type ThreadData,
  type ThreadItem,
  type ThreadTool,
  type ToThread,
} from './messages.ts';
import { storableJson } from './storable-json.ts';

/** Maximum batches sent and not acknowledged. postMessage itself has no limit. */
const MAX_UNACKNOWLEDGED = 4;
/** A partial batch is sent after this time, so that rows arrive steadily. */
const LINGER_MS = 150;
const ALIVE_MS = 5000;
/** Maximum results of one account that wait for a batch. Its tools pause above it. */
const MAX_WAITING = 400;

interface WaitingResults {
  taskId: string;
  runNo: number;
  accountId: string;
  since: number;
  items: ThreadItem[];
}

interface Run {
  type: TaskType;
  taskId: string;
  runNo: number;
  accountId: string;
  abort: AbortController;
  /** results not acknowledged yet */
  open: number;
  ended: boolean;
  error?: string;
  onAcknowledged?: () => void;
}

const { tools: available } = workerData as ThreadData;
const port = parentPort;
if (!port) throw new Error('The crawl thread runs inside a worker.');

const tools = new Map<TaskType, Promise<Tool>>();
const runs = new Map<number, Run>();
/** The results by task and run, since a batch belongs to one run. */
const waiting = new Map<string, WaitingResults>();
const unacknowledged = new Map<number, ThreadItem[]>();
/** How many results of each account wait. */
const waitingItems = new Map<string, number>();
/** The last batch of each account with waiting results. The one served longest ago is next. */
const lastBatch = new Map<string, number>();
let batches = 0;
let flushTimer: NodeJS.Timeout | undefined;
/** The tools that pause, by account. */
const pausedTools = new Map<string, (() => void)[]>();
/** When each task may start its next batch, as performance.now(). */
const nextBatchAt = new Map<string, number>();
const portCalls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let calls = 0;
/** Whose shard works. Work that accounts share belongs to the one that started it. */
const worker = new AsyncLocalStorage<string>();

/** Calls a port on the main thread, where the database is. */
function callPort(of: PortCall): Promise<unknown> {
  calls += 1;
  const call = calls;
  return new Promise<unknown>((resolve, reject) => {
    portCalls.set(call, { resolve, reject });
    send({ kind: 'port-call', call, of });
  });
}

/** The tool's ports as objects whose methods run on the main thread. */
function remotePorts(type: TaskType, ports: ThreadTool['ports']): object {
  const remote =
    (port: string, method: string) =>
    (...args: unknown[]) =>
      callPort({ type, port, method, args, accountId: worker.getStore() ?? '' });
  return Object.fromEntries(
    Object.entries(ports).map(([port, methods]) => [
      port,
      Object.fromEntries(methods.map((method) => [method, remote(port, method)])),
    ]),
  );
}

function send(message: FromThread): void {
  port?.postMessage(message);
}

function toolFor(type: TaskType): Promise<Tool> {
  const tool = tools.get(type) ?? createTool(type);
  tools.set(type, tool);
  return tool;
}

async function createTool(type: TaskType): Promise<Tool> {
  const tool = available[type];
  if (!tool) throw new Error(`No tool for ${type} tasks.`);
  const used = await Promise.all(tool.uses.map(async (type) => [type, await toolFor(type)] as const));
  const { script, options } = tool;
  return createRun(type, { script, options, ports: remotePorts(type, tool.ports), tools: new Map(used) });
}

async function work(message: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  const { run: id, items } = message;
  const run: Run = {
    type: message.type,
    taskId: message.taskId,
    runNo: message.runNo,
    accountId: message.accountId,
    abort: new AbortController(),
    open: 0,
    ended: false,
  };
  runs.set(id, run);
  const left = new Set(items.map(({ position }) => position));
  try {
    const tool = await toolFor(message.type);
    send({ kind: 'started', run: id, sites: new Set(items.map(({ input }) => tool.shardKey(input))).size });
    const onIdle = (idle: boolean) => send({ kind: 'idle', run: id, idle });
    await waitForTurn(run, tool.batchPauseMs ?? 0, onIdle);
    const { mayWait, options: chosen } = message;
    const options = { mayWait, onIdle, owner: run.accountId, chosen, taskId: run.taskId };
    for (const part of message.oneAtATime ? items.map((item) => [item]) : [items]) {
      for await (const outcome of tool.run(part, run.abort.signal, options)) {
        if (!left.delete(outcome.position)) continue;
        await waitForRoom(run.accountId);
        run.open += 1;
        queueResult(id, run, outcome);
      }
      if (message.oneAtATime) await allAcknowledged(run);
    }
    if (left.size > 0 && !run.abort.signal.aborted)
      run.error = `The tool returned no result for ${plural(left.size, 'item')}.`;
  } catch (error) {
    if (!run.abort.signal.aborted)
      run.error = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
  }
  run.ended = true;
  endIfDone(id, run);
}

/**
 * Waits until a batch may start. Batches of one task start with a pause in between and may overlap. The queue
 * delays them too, but after a downtime it delivers all of them at once.
 */
async function waitForTurn(run: Run, pauseMs: number, onIdle: (idle: boolean) => void): Promise<void> {
  if (pauseMs === 0) return;
  const now = performance.now();
  for (const [task, at] of nextBatchAt) if (at < now) nextBatchAt.delete(task);
  const at = Math.max(now, nextBatchAt.get(run.taskId) ?? 0);
  nextBatchAt.set(run.taskId, at + pauseMs);
  if (at === now) return;
  onIdle(true);
  await delay(at - now, undefined, { signal: run.abort.signal });
  onIdle(false);
}

async function waitForRoom(accountId: string): Promise<void> {
  while ((waitingItems.get(accountId) ?? 0) >= MAX_WAITING) {
    await new Promise<void>((resolve) => {
      pausedTools.set(accountId, [...(pausedTools.get(accountId) ?? []), resolve]);
    });
  }
}

async function allAcknowledged(run: Run): Promise<void> {
  while (run.open > 0) {
    await new Promise<void>((resolve) => {
      run.onAcknowledged = resolve;
    });
  }
}

function queueResult(id: number, run: Run, { row, ...outcome }: ToolOutcome): void {
  const key = `${run.taskId}/${run.runNo}`;
  let group = waiting.get(key);
  if (!group) {
    const { taskId, runNo, accountId } = run;
    group = { taskId, runNo, accountId, since: Date.now(), items: [] };
    waiting.set(key, group);
  }
  const contacts = contactsIn(row, toolOfType(run.type)?.task.contactFields);
  group.items.push({ run: id, row: storableJson(row), contacts, ...outcome });
  waitingItems.set(run.accountId, (waitingItems.get(run.accountId) ?? 0) + 1);
  flush();
}

/**
 * Sends batches that are full or old enough, up to the limit of unacknowledged ones. Accounts take turns, and
 * so do the tasks of each.
 */
function flush(): void {
  clearTimeout(flushTimer);
  flushTimer = undefined;
  while (unacknowledged.size < MAX_UNACKNOWLEDGED) {
    const next = nextResults();
    if (!next) break;
    sendBatch(...next);
  }
  if (waiting.size > 0 && unacknowledged.size < MAX_UNACKNOWLEDGED) {
    flushTimer = setTimeout(() => flush(), LINGER_MS / 3);
  }
}

/** The results to send next: of the account whose last batch is the oldest. */
function nextResults(): [key: string, results: WaitingResults] | undefined {
  const now = Date.now();
  let next: [string, WaitingResults] | undefined;
  let oldest = Number.POSITIVE_INFINITY;
  for (const [key, results] of waiting) {
    if (results.items.length < SETTLE_BATCH_ITEMS && now - results.since < LINGER_MS) continue;
    const last = lastBatch.get(results.accountId) ?? 0;
    if (last >= oldest) continue;
    next = [key, results];
    oldest = last;
  }
  return next;
}

function sendBatch(key: string, results: WaitingResults): void {
  const { taskId, runNo, accountId } = results;
  const items = results.items.splice(0, SETTLE_BATCH_ITEMS);
  // Moved to the end, so that the tasks of an account take turns.
  waiting.delete(key);
  if (results.items.length > 0) waiting.set(key, { ...results, since: Date.now() });
  batches += 1;
  unacknowledged.set(batches, items);
  const left = (waitingItems.get(accountId) ?? 0) - items.length;
  if (left > 0) {
    waitingItems.set(accountId, left);
    lastBatch.set(accountId, batches);
  } else {
    waitingItems.delete(accountId);
    lastBatch.delete(accountId);
  }
  send({ kind: 'batch', batch: batches, taskId, runNo, accountId, items });
  if (left >= MAX_WAITING) return;
  const paused = pausedTools.get(accountId) ?? [];
  pausedTools.delete(accountId);
  for (const resume of paused) resume();
}

function acknowledge(batch: number, error: string | undefined): void {
  const items = unacknowledged.get(batch) ?? [];
  unacknowledged.delete(batch);
  for (const { run: id } of items) {
    const run = runs.get(id);
    if (!run) continue;
    run.open -= 1;
    run.onAcknowledged?.();
    if (error !== undefined && run.error === undefined) {
      run.error = error;
      run.abort.abort();
    }
    endIfDone(id, run);
  }
  flush();
}

function endIfDone(id: number, run: Run): void {
  if (!run.ended || run.open > 0 || !runs.delete(id)) return;
  const failure = run.error === undefined ? {} : { error: run.error };
  send({ kind: 'done', run: id, visits: takeVisits(), ...failure });
}

const alive = setInterval(() => send({ kind: 'alive', visits: takeVisits() }), ALIVE_MS);

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') worker.run(message.accountId, () => void work(message));
  else if (message.kind === 'abort') runs.get(message.run)?.abort.abort();
  else if (message.kind === 'port-result') {
    const waiter = portCalls.get(message.call);
    portCalls.delete(message.call);
    if (message.error === undefined) waiter?.resolve(message.value);
    else waiter?.reject(new Error(message.error));
  } else if (message.kind === 'ack') acknowledge(message.batch, message.error);
  else {
    clearInterval(alive);
    void Promise.allSettled([...tools.values()].map(async (tool) => (await tool).close())).then(() =>
      port.close(),
    );
  }
});
