import { type RawBuilder, sql } from 'kysely';
import { INLINE_RESULT_MAX_ITEMS } from '#contract/limits.ts';
import { TaskStatus } from '#contract/tasks.ts';
import type { Deps } from '../deps.ts';
import type { StoredSave } from '../platform/database/tables/task-tables.ts';
import type { RestColumn, RestTable } from '../rest/table.ts';
import { rowsJson } from './results.ts';
import { searchTasks } from './search-text.ts';
import { FILES, LISTS } from './task-limits.ts';
import type { TaskTools } from './task-tool.ts';
import { isResumable, retryableCount, rowsKeptUntil, taskName, viewSave } from './task-view.ts';

const LIST_DELETED = 'is_list_deleted';

/** The tasks of /rest/v1, readable by their owner. `result` is streamed from the items. */
export function tasksTable(
  deps: Pick<Deps, 'config' | 'database' | 'publicUrl' | 'secrets'> & { taskTools: TaskTools },
): RestTable {
  const stored = (type: Extract<RestColumn, { kind: 'stored' }>['type'], from: string): RestColumn => ({
    kind: 'stored',
    type,
    from,
  });
  return {
    name: 'tasks',
    scope: 'read',
    from: 'tasks',
    owner: 'account_id',
    key: 'id',
    limits: { search: LISTS, file: FILES },
    searches: { search: (accountId, text) => searchTasks(deps.database.db, accountId, text) },
    expressions: { [LIST_DELETED]: listDeleted(deps.taskTools) },
    columns: {
      id: stored('uuid', 'id'),
      type: stored('text', 'type'),
      name: {
        kind: 'computed',
        needs: ['name', 'first_item', 'total'],
        value: ({ name, first_item, total }) =>
          taskName({ name: asText(name), first_item: asText(first_item), total: Number(total) }),
      },
      status: stored('text', 'status'),
      stop_reason: stored('text', 'stop_reason'),
      resumable: {
        kind: 'computed',
        needs: ['status', 'processed', 'total', 'rows_deleted_at', LIST_DELETED],
        value: ({ status, processed, total, rows_deleted_at, [LIST_DELETED]: isListDeleted }) =>
          !isListDeleted &&
          isResumable({
            status: TaskStatus.parse(status),
            processed: Number(processed),
            total: Number(total),
            rows_deleted_at: asDate(rows_deleted_at),
          }),
      },
      total: stored('integer', 'total'),
      processed: stored('integer', 'processed'),
      found: stored('integer', 'found'),
      failed: stored('integer', 'failed'),
      retryable: {
        kind: 'computed',
        needs: ['failed', 'failed_finally'],
        value: ({ failed, failed_finally }) =>
          retryableCount({ failed: Number(failed), failed_finally: Number(failed_finally) }),
      },
      creditsused: stored('integer', 'credits_used'),
      creditsincluded: stored('integer', 'credits_included'),
      freerepeats: stored('integer', 'free_repeats'),
      foundlater: stored('integer', 'found_later'),
      userid: stored('uuid', 'account_id'),
      createdat: stored('timestamp', 'created_at'),
      started_at: stored('timestamp', 'started_at'),
      finished_at: stored('timestamp', 'finished_at'),
      current_item: stored('text', 'current_item'),
      outcomes: stored('json', 'outcomes'),
      options: stored('json', 'options'),
      save: {
        kind: 'computed',
        needs: ['save'],
        value: ({ save }) => save && viewSave(save as StoredSave),
      },
      rows_deleted_at: stored('timestamp', 'rows_deleted_at'),
      rows_kept_until: {
        kind: 'computed',
        needs: ['status', 'finished_at', 'rows_deleted_at'],
        value: ({ status, finished_at, rows_deleted_at }) =>
          rowsKeptUntil(
            {
              status: TaskStatus.parse(status),
              finished_at: asDate(finished_at),
              rows_deleted_at: asDate(rows_deleted_at),
            },
            deps.config.TASK_RETENTION_DAYS,
          ),
      },
      result: {
        kind: 'streamed',
        needs: ['id', 'total'],
        text: ({ id }) => rowsJson(deps, String(id)),
        inList: ({ total }) => Number(total) <= INLINE_RESULT_MAX_ITEMS,
      },
      result_url: {
        kind: 'computed',
        needs: ['id', 'total'],
        value: ({ id, total }, { leftOut }) =>
          leftOut || Number(total) > INLINE_RESULT_MAX_ITEMS
            ? `${deps.publicUrl}/rest/v1/tasks?select=result&id=eq.${String(id)}`
            : null,
      },
    },
  };
}

/** SQL: whether the results of a row of `tasks` would have no place anymore. */
function listDeleted(tools: TaskTools): RawBuilder<boolean> {
  const conditions = [...tools].flatMap(([type, { keeper }]) =>
    keeper ? [sql`(tasks.type = ${type}::text and ${keeper.isListDeleted})`] : [],
  );
  return sql<boolean>`(${sql.join([sql`false`, ...conditions], sql` or `)})`;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function asDate(value: unknown): Date | null {
  return value === null ? null : new Date(value as Date | string);
}
