import type { IAllExecuteFunctions, IHttpRequestOptions, JsonObject } from 'n8n-workflow';

const CREDENTIALS = 'leadwellApi';
/** Longer than the server waits for a task. */
const TIMEOUT_MS = 90_000;
/** The longest wait that the server allows, in seconds. */
const WAIT_SECONDS = 50;
const TASK_PAGE_ROWS = 500;
const LIST_PAGE_ROWS = 200;

export interface TaskRow {
  position: number;
  input: string;
  key: string;
  row: JsonObject;
}

export interface Task extends JsonObject {
  id: string;
  status: string;
  total: number;
}

/** Makes a call of the server: a GET with a query, or a POST with a body. */
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
  return (await context.helpers.httpRequestWithAuthentication.call(
    context,
    CREDENTIALS,
    options,
  )) as JsonObject;
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
