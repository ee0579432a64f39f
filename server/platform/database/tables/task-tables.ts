import type { Generated } from 'kysely';
import type { PersonColumns } from '#contract/emails.ts';
import type { TextEncoding } from '#contract/task-csv.ts';
import type { TaskSave } from '#contract/task-save.ts';
import type { StopReason, TaskOptions, TaskStatus, TaskType } from '#contract/tasks.ts';
import type { DefaultedJson, DefaultedTime, Json } from './column-types.ts';

/** How the results of a task get to a list. `earlier`: what was saved before results that were found later; only while those wait */
export type StoredSave = TaskSave & {
  earlier?: Pick<TaskSave, 'added' | 'updated' | 'refused' | 'tooLarge'>;
};

/** Tasks with their lists and rows, and the workers. */
export interface TaskTables {
  tasks: {
    id: Generated<string>;
    account_id: string;
    type: TaskType;
    status: Generated<TaskStatus>;
    stop_reason: StopReason | null;
    run_no: Generated<number>;
    round: Generated<number>;
    total: number;
    processed: Generated<number>;
    found: Generated<number>;
    failed: Generated<number>;
    failed_finally: Generated<number>;
    credits_used: Generated<number>;
    credits_included: Generated<number>;
    free_repeats: Generated<number>;
    found_later: Generated<number>;
    current_item: string | null;
    created_at: DefaultedTime;
    started_at: Date | null;
    worked_ms: Generated<number>;
    processed_before_run: Generated<number>;
    last_queued_shard: number | null;
    finished_at: Date | null;
    may_wait: Generated<boolean>;
    row_bytes: Generated<number>;
    rows_deleted_at: Date | null;
    end_mailed_at: Date | null;
    outcomes: DefaultedJson<Record<string, number>>;
    options: DefaultedJson<TaskOptions>;
    api_key_id: string | null;
    name: string | null;
    first_item: string | null;
    cap: number | null;
    save: Json<StoredSave> | null;
    /** from when on the results can be saved, once the task has ended; null: they are, or nothing is to be saved */
    save_at: Date | null;
    /** only results from then on are saved: those before are in the list, or were deleted from it; null: all */
    save_since: Date | null;
  };
  task_lists: {
    id: string;
    account_id: string;
    items: Generated<number>;
    bytes: Generated<number>;
    created_at: Date;
    state: Generated<'filling' | 'started' | 'abandoned'>;
  };
  account_storage: { account_id: string; items: Generated<number>; bytes: Generated<number> };
  task_search_texts: { task_id: string; name: string; items: string };
  task_items: {
    task_id: string;
    position: number;
    shard: number;
    input: string;
    /** keys that the start call gave the item */
    own_keys: string[] | null;
    status: Generated<'pending' | 'settled'>;
    row: Json<Record<string, unknown>> | null;
    found: Generated<boolean>;
    failed: Generated<boolean>;
    final: Generated<boolean>;
    charge: Generated<number>;
    settled_at: Date | null;
  };
  task_days: {
    account_id: string;
    day: string;
    type: TaskType;
    processed: Generated<number>;
    found: Generated<number>;
    failed: Generated<number>;
    emails: Generated<number>;
    phones: Generated<number>;
    people: Generated<number>;
  };
  idempotency_keys: {
    account_id: string;
    call: string;
    key: string;
    request_hash: string;
    result_id: string | null;
    created_at: DefaultedTime;
  };
  workers: {
    id: string;
    name: string;
    started_at: DefaultedTime;
    seen_at: DefaultedTime;
    measures: DefaultedJson<object>;
  };
  task_files: {
    task_id: string;
    name: string;
    /**
     * `distinctBy`: what makes two rows one item; in older lists, their text. `width`: the cells of the widest row;
     * unknown in older lists.
     */
    reading: Json<{
      hasHeader: boolean;
      delimiter: string;
      columns: PersonColumns;
      distinctBy?: 'item';
      encoding?: TextEncoding;
      width?: number;
    }>;
    /** which of its parts are the file */
    parts_below_zero: Generated<boolean>;
  };
  task_file_parts: { task_id: string; part: number; content: Uint8Array };
  own_lists: { task_id: string; columns: Json<string[]> };
  own_list_rows: {
    task_id: string;
    row: number;
    positions: number[];
    input: string;
    record: string;
  };
}
