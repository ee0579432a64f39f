import type { PersonalData } from '../platform/personal-data.ts';
import { rowPages } from './row-steps.ts';

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
        async *json(db, listId) {
          let before = '[';
          for await (const page of rowPages(db, listId)) {
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
];
