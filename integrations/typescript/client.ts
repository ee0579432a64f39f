import type {
  CallName,
  InputOf,
  ListRow,
  ReplyOf,
  StartedBy,
  StartName,
  Task,
  TaskRow,
} from './call-types.ts';
import { CALLS } from './calls.ts';
import { type Connection, send } from './request.ts';

export type {
  CallName,
  InputOf,
  ListRow,
  ReplyOf,
  StartedBy,
  StartName,
  Task,
  TaskRow,
} from './call-types.ts';
export { type ErrorCode, LeadwellError } from './error.ts';
export type { Connection } from './request.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /**
   * For a call that takes one, as those that can cost credits or add rows do: repeating a request with the same key costs and
   * changes nothing more. Default: a new one for each call, so that the client can send it again. Set it to be safe if the program
   * itself starts again.
   */
  idempotencyKey?: string;
}

export interface WaitOptions {
  signal?: AbortSignal;
  /** Called with the task each time its status is read. */
  onProgress?: (task: Task) => void;
}

/** The longest wait that the server allows, in seconds. */
const WAIT_SECONDS = 50;

/** A client for the API of a Leadwell server. Each method throws LeadwellError for a refusal. */
export class Leadwell {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Makes a call by its name, and returns its JSON. */
  async call<Name extends CallName>(
    name: Name,
    input: InputOf<Name>,
    options: CallOptions = {},
  ): Promise<ReplyOf<Name>> {
    return (await this.#send(name, input, { ...options, read: json })) as ReplyOf<Name>;
  }

  /** Starts work, and returns at once: a task, or for `list-save-leads` its progress. */
  async start<Name extends StartName>(
    name: Name,
    input: InputOf<Name>,
    options: CallOptions = {},
  ): Promise<StartedBy<Name>> {
    const headers = { prefer: 'respond-async' };
    return (await this.#send(name, input, { ...options, headers, read: json })) as StartedBy<Name>;
  }

  /** Waits until a task has ended, and returns it. It may have stopped early: see `status` and `stop_reason`. */
  async wait(id: string, { signal, onProgress }: WaitOptions = {}): Promise<Task> {
    for (;;) {
      const task = await this.call('task', { id, wait: WAIT_SECONDS }, signal ? { signal } : {});
      onProgress?.(task);
      if (task.status !== 'queued' && task.status !== 'processing') return task;
    }
  }

  /** The finished rows of a task, in the order of its items. `key` identifies the item in every task. */
  async *rows(id: string, options: CallOptions & { pageSize?: number } = {}): AsyncGenerator<TaskRow, void> {
    const { pageSize: limit = 500, ...rest } = options;
    for (let after = -1; ; ) {
      const page = await this.call('task-rows', { id, after, limit }, rest);
      yield* page.rows;
      if (page.next === null) return;
      after = page.next;
    }
  }

  /** The rows of a list that match, by default the last added first. */
  async *listRows(
    input: Omit<InputOf<'list-rows'>, 'page' | 'after'>,
    options: CallOptions = {},
  ): AsyncGenerator<ListRow, void> {
    for (let after: string | undefined; ; ) {
      const fields = { limit: 200, ...input, ...(after === undefined ? {} : { after }) };
      const page = await this.call('list-rows', fields, options);
      yield* page.rows;
      if (page.next === null) return;
      after = page.next;
    }
  }

  /** The tasks of the account, latest first. */
  async *tasks(
    input: Omit<InputOf<'tasks'>, 'page' | 'after'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Task, void> {
    for (let after: string | undefined; ; ) {
      const fields = { limit: 100, ...input, ...(after === undefined ? {} : { after }) };
      const page = await this.call('tasks', fields, options);
      yield* page.tasks;
      if (page.next === null) return;
      after = page.next;
    }
  }

  /** Downloads a file, such as `list-csv`. Read its `body` as a stream, or `text()`. */
  file<Name extends 'list-csv' | 'task-csv'>(
    name: Name,
    input: InputOf<Name>,
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#send(name, input, { ...options, read: async (response) => response });
  }

  #send<Name extends CallName, Answer>(
    name: Name,
    input: InputOf<Name>,
    {
      signal,
      idempotencyKey,
      headers,
      read,
    }: CallOptions & { headers?: Record<string, string>; read: (response: Response) => Promise<Answer> },
  ): Promise<Answer> {
    const { method, path, takesKey } = CALLS[name];
    const key: Record<string, string> = takesKey
      ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }
      : {};
    return send(this.#connection, {
      method,
      path,
      ...(method === 'GET' ? { query: input } : { body: input }),
      headers: { ...headers, ...key },
      repeatable: method === 'GET' || takesKey,
      signal,
      read,
    });
  }
}

function json(response: Response): Promise<unknown> {
  return response.json();
}
