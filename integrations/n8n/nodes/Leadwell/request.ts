import {
  type IAllExecuteFunctions,
  type IHttpRequestOptions,
  type JsonObject,
  NodeOperationError,
  sleep,
} from 'n8n-workflow';

const CREDENTIALS = 'leadwellApi';
/** Longer than the server waits for a task. */
const TIMEOUT_MS = 90_000;
/** The longest wait that the server allows, in seconds. */
const WAIT_SECONDS = 50;
const TASK_PAGE_ROWS = 500;
const LIST_PAGE_ROWS = 200;
/** Between tries of a call that only reads, in ms. */
const RETRY_AFTER_MS = [1000, 4000, 10_000, 20_000];
/** What another try can change: too many requests, a server that starts or is busy, a lost connection. */
const TEMPORARY = new Set(['429', '502', '503', '504', 'ECONNABORTED', 'ECONNRESET', 'ETIMEDOUT']);

export interface TaskRow {
  position: number;
  input: string;
  key: string;
  row: JsonObject;
}

export interface Task extends JsonObject {
  id: string;
  status: string;
  /** why it stopped early, if it isn't just its status */
  stop_reason: string | null;
  total: number;
  processed: number;
}

/**
 * Makes a call of the server: a GET with a query, which is tried again if it fails for a while, or a POST with a body. Throws
 * NodeOperationError for an answer that is no JSON, and what n8n throws.
 */
export async function callLeadwell(
  context: IAllExecuteFunctions,
  name: string,
  request: { qs?: JsonObject; body?: JsonObject; headers?: Record<string, string> },
): Promise<JsonObject> {
  const { url } = await context.getCredentials(CREDENTIALS);
  const options: IHttpRequestOptions = {
    method: request.body ? 'POST' : 'GET',
    url: `${String(url).replace(/\/+$/, '')}/v1/${name}`,
    json: true,
    timeout: TIMEOUT_MS,
    ...request,
  };
  const waits = request.body ? [] : RETRY_AFTER_MS;
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, options);
      return requireJson(context, answer, String(url));
    } catch (error) {
      const wait = waits[tries];
      if (wait === undefined || !isTemporary(error)) throw error;
      await sleep(wait);
    }
  }
}

/** n8n gives an answer that it can't read as its text: the page of a proxy, or nothing. */
function requireJson(context: IAllExecuteFunctions, answer: unknown, url: string): JsonObject {
  if (typeof answer === 'object' && answer !== null) return answer as JsonObject;
  const message = `The answer of ${url} isn't JSON. Check the address of the server in the credentials.`;
  throw new NodeOperationError(context.getNode(), message);
}

/** n8n has the status or the code of an error in one of several places. */
function isTemporary(error: unknown): boolean {
  const { httpCode, statusCode, code, cause } = (error ?? {}) as Record<string, unknown>;
  const { code: causeCode } = (cause ?? {}) as Record<string, unknown>;
  return [httpCode, statusCode, code, causeCode].some((value) => TEMPORARY.has(String(value)));
}

/** Starts a task. A request with the same key gets the task that it started before, and costs nothing. */
export async function startTask(
  context: IAllExecuteFunctions,
  name: string,
  { body, key }: { body: JsonObject; key: string },
): Promise<Task> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': key };
  return (await callLeadwell(context, name, { body, headers })) as Task;
}

/** The task when it has ended. It may have stopped early. */
export async function waitForTask(context: IAllExecuteFunctions, id: string): Promise<Task> {
  for (;;) {
    const task = (await callLeadwell(context, 'task', { qs: { id, wait: WAIT_SECONDS } })) as Task;
    if (task.status !== 'queued' && task.status !== 'processing') return task;
  }
}

/** The finished rows of a task, at most `max`. */
export async function taskRows(
  context: IAllExecuteFunctions,
  id: string,
  max = Number.POSITIVE_INFINITY,
): Promise<TaskRow[]> {
  const rows: TaskRow[] = [];
  for (let after = -1; rows.length < max; ) {
    const limit = Math.min(TASK_PAGE_ROWS, max - rows.length);
    const page = await callLeadwell(context, 'task-rows', { qs: { id, after, limit } });
    for (const row of page.rows as TaskRow[]) rows.push(row);
    if (page.next === null) break;
    after = page.next as number;
  }
  return rows;
}

/** The rows of a list, the last added first, at most `max`. `from`: only those that follow this cursor. */
export async function listRows(
  context: IAllExecuteFunctions,
  id: string,
  { max = Number.POSITIVE_INFINITY, from = null }: { max?: number; from?: string | null } = {},
): Promise<JsonObject[]> {
  const rows: JsonObject[] = [];
  let after: unknown = from;
  while (rows.length < max) {
    const limit = Math.min(LIST_PAGE_ROWS, max - rows.length);
    const qs = { id, limit, ...(after === null ? {} : { after }) };
    const page = await callLeadwell(context, 'list-rows', { qs });
    for (const { id: rowId, values } of page.rows as { id: number; values: JsonObject }[])
      rows.push({ ...values, rowId });
    after = page.next;
    if (after === null) break;
  }
  return rows;
}
