import { areRowsOptedOut } from '../opt-outs/contact-check.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { cellPages } from './cell-store.ts';
import { exportsOf } from './export-store.ts';
import { removedPages } from './removals/removal-store.ts';
import { checkRows, shownPages } from './shown-rows.ts';
import { findSource } from './store.ts';

export const LIST_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'lists',
    name: 'lists',
    key: 'id',
    omit: [
      'bytes',
      'rows',
      'version',
      'deleted_version',
      'reread_version',
      'auto_version',
      'auto_looked_at',
      'auto_wait_credits',
      'refresh_keys',
      'refresh_after',
      'refresh_done',
      'deleted_columns',
    ],
    many: {
      parts: [
        { table: 'removed_list_rows', column: 'list_id', key: 'id' },
        { table: 'list_removals', column: 'list_id', key: 'id' },
        { table: 'list_history', column: 'list_id', key: 'id' },
        { table: 'list_cells', column: 'list_id', key: 'id' },
        { table: 'list_rows', column: 'list_id', key: 'id' },
      ],
    },
    fields: [
      {
        field: 'exports',
        async *json(deps, listId) {
          const exports = await exportsOf(deps.database.db, listId);
          if (exports.length > 0)
            yield JSON.stringify(exports.map(({ name, rows, at }) => ({ name, rows, at })));
        },
      },
      {
        field: 'rows',
        async *json(deps, listId) {
          const list = await findSource(deps.database.db, listId);
          if (!list) return;
          let before = '[';
          for await (const page of shownPages(deps, list, { search: '' })) {
            yield before + page.map(({ cells }) => JSON.stringify(cells)).join(',');
            before = ',';
          }
          yield before === '[' ? '[]' : ']';
        },
      },
      {
        field: 'deletedRows',
        async *json(deps, listId) {
          const list = await findSource(deps.database.db, listId);
          let before = '[';
          for await (const page of list ? removedPages(deps.database.db, listId) : []) {
            const { shown } = await checkRows(
              deps,
              list ?? { kind: 'own', source: '', columns: [], fields: null },
              page,
            );
            if (shown.length === 0) continue;
            yield before + shown.map(({ cells }) => JSON.stringify(cells)).join(',');
            before = ',';
          }
          if (before === ',') yield ']';
        },
      },
      {
        field: 'answers',
        async *json(deps, listId) {
          let before = '[';
          for await (const cells of cellPages(deps.database.db, listId)) {
            const listed = await areRowsOptedOut(
              deps,
              cells.map(({ tries }) => ({ tries })),
            );
            for (const [index, { row_id, step, tries }] of cells.entries()) {
              if (listed[index] || tries.length === 0) continue;
              yield before + JSON.stringify({ row: row_id, step, tries });
              before = ',';
            }
          }
          yield before === '[' ? '[]' : ']';
        },
      },
    ],
  },
  { kind: 'table', table: 'list_recipes', name: 'recipes', key: 'id', omit: [], many: {} },
  {
    kind: 'not-exported',
    table: 'step_secrets',
    reason: 'Secrets of other services, encrypted. They are never shown again.',
    many: {},
  },
  { kind: 'table', table: 'ai_keys', name: 'aiKey', key: 'account_id', omit: ['sealed'] },
  {
    kind: 'not-exported',
    table: 'list_history_sizes',
    reason: 'Sums of the earlier values of lists.',
  },
  {
    kind: 'not-exported',
    table: 'list_wrong_answers',
    reason: 'Hashes of answers that the account called wrong.',
  },
  {
    kind: 'not-exported',
    table: 'list_runs',
    reason: 'Which list a task worked, and its steps, which are in the exported list.',
    many: {},
  },
  {
    kind: 'not-exported',
    table: 'list_imports',
    reason: 'Counts of added rows, kept for two days.',
    many: {},
  },
  {
    kind: 'table',
    table: 'lead_saves',
    name: 'leadSaves',
    key: 'id',
    omit: ['api_key_id', 'export_id'],
    many: {},
  },
];
