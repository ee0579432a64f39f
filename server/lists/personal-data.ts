import type { PersonalData } from '../platform/personal-data.ts';
import { shownPages } from './shown-rows.ts';
import { findSource } from './store.ts';

export const LIST_DATA: readonly PersonalData[] = [
  {
    kind: 'table',
    table: 'lists',
    name: 'lists',
    key: 'id',
    omit: ['bytes', 'rows'],
    many: { parts: [{ table: 'list_rows', column: 'list_id', key: 'id' }] },
    fields: [
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
    ],
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
