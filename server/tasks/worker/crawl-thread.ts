import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { TaskType } from '#contract/tasks.ts';
import type { Tool, ToolOutcome } from '#tools/tool.ts';
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

/** Batches on their way without an answer: postMessage itself would take any number. */
const UNANSWERED_BATCHES = 4;
/** A batch that is not full goes after this time, so that rows arrive steadily. */
const LINGER_MS = 150;
const ALIVE_MS = 5000;
/** Outcomes that wait for a batch, over all runs; beyond it the tools are not asked for more. */
const MAX_WAITING = 400;

interface Run {
  taskId: string;
  runNo: number;
  abort: AbortController;
  /** outcomes not acknowledged yet */
  open: number;
  ended: boolean;
  error?: string;
  onAnswered?: () => void;
}

const { tools: available } = workerData as ThreadData;
const port = parentPort;
if (!port) throw new Error('The crawl thread runs inside a worker.');

const tools = new Map<TaskType, Promise<Tool>>();
const runs = new Map<number, Run>();
/** outcomes by task and run, since a batch is settled on one of them */
const waiting = new Map<string, { taskId: string; runNo: number; since: number; items: ThreadItem[] }>();
const unanswered = new Map<number, ThreadItem[]>();
let waitingItems = 0;
let batches = 0;
let lingering: NodeJS.Timeout | undefined;
let letToolsOn: (() => void)[] = [];
/** when each task may start its next batch, in ms of performance.now() */
const nextBatchAt = new Map<string, number>();
const portCalls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
let calls = 0;

/** Calls a port on the main thread, where the database is. */
function callPort(of: PortCall): Promise<unknown> {
  calls += 1;
  const call = calls;
  return new Promise<unknown>((resolve, reject) => {
    portCalls.set(call, { resolve, reject });
    say({ kind: 'port-call', call, of });
  });
}

/** The tool's ports as objects whose methods run on the main thread. */
function remotePorts(type: TaskType, ports: ThreadTool['ports']): object {
  const remote =
    (port: string, method: string) =>
    (...args: unknown[]) =>
      callPort({ type, port, method, args });
  return Object.fromEntries(
    Object.entries(ports).map(([port, methods]) => [
      port,
      Object.fromEntries(methods.map((method) => [method, remote(port, method)])),
    ]),
  );
}

function say(message: FromThread): void {
  port?.postMessage(message);
}

function toolFor(type: TaskType): Promise<Tool> {
  const tool = tools.get(type) ?? makeTool(type);
  tools.set(type, tool);
  return tool;
}

async function makeTool(type: TaskType): Promise<Tool> {
  const made = available[type];
  if (!made) throw new Error(`There is no tool for ${type} tasks.`);
  const module = (await import(made.module)) as Record<string, (options: object, ports: object) => Tool>;
  const create = module[made.create];
  if (!create) throw new Error(`${made.module} exports no ${made.create}.`);
  return create(made.options, remotePorts(type, made.ports));
}

async function work(message: Extract<ToThread, { kind: 'run' }>): Promise<void> {
  const { run: id, items } = message;
  const run: Run = {
    taskId: message.taskId,
    runNo: message.runNo,
    abort: new AbortController(),
    open: 0,
    ended: false,
  };
  runs.set(id, run);
  const left = new Set(items.map(({ position }) => position));
  try {
    const tool = await toolFor(message.type);
    say({ kind: 'started', run: id, sites: new Set(items.map(({ input }) => tool.shardKey(input))).size });
    const onIdle = (idle: boolean) => say({ kind: 'idle', run: id, idle });
    await batchTurn(run, tool.batchPauseMs ?? 0);
    const conduct = { mayWait: message.mayWait, onIdle };
    for (const part of message.oneAtATime ? items.map((item) => [item]) : [items]) {
      for await (const outcome of tool.run(part, run.abort.signal, conduct)) {
        if (!left.delete(outcome.position)) continue;
        await room();
        run.open += 1;
        put(id, run, outcome);
      }
      if (message.oneAtATime) await allAnswered(run);
    }
    if (left.size > 0 && !run.abort.signal.aborted) run.error = `The tool left ${left.size} items undone.`;
  } catch (error) {
    if (!run.abort.signal.aborted)
      run.error = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
  }
  run.ended = true;
  endIfDone(id, run);
}

/**
 * Batches of one task start one after the other with a pause between them; they may overlap. The queue gives them out that way;
 * what waited there while no worker was up comes all at once.
 */
async function batchTurn(run: Run, pauseMs: number): Promise<void> {
  if (pauseMs === 0) return;
  const now = performance.now();
  for (const [task, at] of nextBatchAt) if (at < now) nextBatchAt.delete(task);
  const at = Math.max(now, nextBatchAt.get(run.taskId) ?? 0);
  nextBatchAt.set(run.taskId, at + pauseMs);
  if (at === now) return;
  await delay(at - now, undefined, { signal: run.abort.signal });
}

async function room(): Promise<void> {
  while (waitingItems >= MAX_WAITING) await new Promise<void>((resolve) => letToolsOn.push(resolve));
}

async function allAnswered(run: Run): Promise<void> {
  while (run.open > 0) {
    await new Promise<void>((resolve) => {
      run.onAnswered = resolve;
    });
  }
}

function put(id: number, run: Run, { row, ...outcome }: ToolOutcome): void {
  const key = `${run.taskId}/${run.runNo}`;
  let group = waiting.get(key);
  if (!group) {
    group = { taskId: run.taskId, runNo: run.runNo, since: Date.now(), items: [] };
    waiting.set(key, group);
  }
  group.items.push({ run: id, row: storableJson(row), ...outcome });
  waitingItems += 1;
  flush();
}

/** Sends what is full, or old enough, as far as answers have come. */
function flush(): void {
  clearTimeout(lingering);
  lingering = undefined;
  const now = Date.now();
  for (const [key, group] of waiting) {
    if (unanswered.size >= UNANSWERED_BATCHES) break;
    if (group.items.length < SETTLE_BATCH_ITEMS && now - group.since < LINGER_MS) continue;
    // Taken out and put back at the end, so that tasks take turns.
    waiting.delete(key);
    const items = group.items.splice(0, SETTLE_BATCH_ITEMS);
    if (group.items.length > 0) waiting.set(key, { ...group, since: now });
    waitingItems -= items.length;
    batches += 1;
    unanswered.set(batches, items);
    say({ kind: 'batch', batch: batches, taskId: group.taskId, runNo: group.runNo, items });
  }
  if (waiting.size > 0 && unanswered.size < UNANSWERED_BATCHES) {
    lingering = setTimeout(() => flush(), LINGER_MS / 3);
  }
  if (waitingItems < MAX_WAITING) {
    const all = letToolsOn;
    letToolsOn = [];
    for (const resume of all) resume();
  }
}

function answered(batch: number, error: string | undefined): void {
  const items = unanswered.get(batch) ?? [];
  unanswered.delete(batch);
  for (const { run: id } of items) {
    const run = runs.get(id);
    if (!run) continue;
    run.open -= 1;
    run.onAnswered?.();
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
  say({ kind: 'done', run: id, ...(run.error === undefined ? {} : { error: run.error }) });
}

const alive = setInterval(() => say({ kind: 'alive' }), ALIVE_MS);

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') void work(message);
  else if (message.kind === 'abort') runs.get(message.run)?.abort.abort();
  else if (message.kind === 'port-result') {
    const waiter = portCalls.get(message.call);
    portCalls.delete(message.call);
    if (message.error === undefined) waiter?.resolve(message.value);
    else waiter?.reject(new Error(message.error));
  } else if (message.kind === 'ack') answered(message.batch, message.error);
  else {
    clearInterval(alive);
    void Promise.allSettled([...tools.values()].map(async (tool) => (await tool).close())).then(() =>
      port.close(),
    );
  }
});
