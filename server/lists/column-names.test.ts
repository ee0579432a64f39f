import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { COLUMN_ID_MAX_CHARS } from '#contract/list-columns.ts';
import { ListView } from '#contract/lists.ts';
import { newColumnId } from './column-changes.ts';
import { columnName } from './column-names.ts';
import { guessRoles, listFields } from './list-fields.ts';
import { saveStep } from './steps/save-step.ts';
import { findList } from './store.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

const START = 'How did you hear about us? '.repeat(10);
const LONG = [`${START}A`, `${START}B`] as const;

async function longList(name: string): Promise<string> {
  const { body } = await ada.call('list-create', { name, columns: [{ name: 'Company' }] });
  await ada.call('list-add-rows', {
    id: body.id,
    rows: [{ Company: 'Acme', [LONG[0]]: 'a', [LONG[1]]: 'b' }],
  });
  return body.id;
}

async function record(id: string) {
  const list = await findList(bench.database.db, ada.id, id);
  if (!list) throw new Error('The list is gone.');
  return list;
}

describe('long names of columns', () => {
  it('are cut, stay different, and are the same columns the next time', async () => {
    const id = await longList('Answers');
    const again = { Company: 'Beta', [LONG[0].toUpperCase()]: 'c', [LONG[1]]: 'd' };
    const { body } = await ada.call('list-add-rows', { id, rows: [again] });
    expect(ListView.parse(body.list).fields).toHaveLength(3);
    const { lists } = (await ada.call('lists')).body;
    for (const list of lists) ListView.parse(list);
    const { rows } = (await ada.call(`list-rows?id=${id}&order=added`)).body;
    const [, first = '', second = ''] = body.list.columns;
    expect(
      rows.map(({ values }: { values: Record<string, string> }) => [values[first], values[second]]),
    ).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('are recognized also when the column before was deleted', async () => {
    const id = await longList('Deleted');
    await ada.call('list-change-columns', { id, delete: [(await record(id)).columns[1]] });
    for (const text of ['c', 'd']) await ada.call('list-add-rows', { id, rows: [{ [LONG[0]]: text }] });
    expect(listFields(await record(id)).map(({ name }) => name)).toEqual([
      'Company',
      columnName(LONG[1]),
      columnName(LONG[0]),
    ]);
  });

  it('that were stored before are cut when they are read', async () => {
    const list = { kind: 'own', source: 'own', fields: null } as const;
    const [first, second] = listFields({ ...list, columns: [...LONG] });
    expect([first?.id, second?.id]).toEqual(LONG);
    expect(first?.name).toHaveLength(200);
    expect(first?.name).not.toBe(second?.name);
    const stored = first ? [{ ...first, name: LONG[0] }] : [];
    expect(listFields({ ...list, columns: [LONG[0]], fields: stored })[0]?.name).toBe(first?.name);
  });

  it('of new columns of a step are cut', async () => {
    let list = await record(await longList('Steps'));
    const name = 'x'.repeat(200);
    for (let n = 0; n < 4; n += 1) {
      const step: StepDraft = {
        kind: 'formula',
        name: `${name.slice(0, 190)} ${n % 2}`,
        conditions: [],
        formula: '1',
        outputs: [{ field: 'value', name }],
      };
      const { fields, steps } = saveStep(list, step);
      list = { ...list, fields, steps, columns: fields.map(({ id }) => id) };
    }
    const names = listFields(list).map((field) => field.name);
    expect(new Set(names).size).toBe(7);
    expect(Math.max(...names.map(({ length }) => length))).toBe(200);
  });

  it.each(['__proto__', 'constructor', 'toString'])('give no ID that each object has: %s', (name) => {
    expect(newColumnId(name, [])).toMatch(new RegExp(`^${name} [0-9a-f]{6}$`));
  });

  it.each([{ kind: 'own' }, { kind: 'leads', database: 'apollo' }] as const)(
    'say no role if each object has them, in $kind lists',
    (source) => {
      expect(guessRoles(source, ['constructor', '__proto__', 'toString'])).toEqual([null, null, null]);
    },
  );

  it('give short IDs also if they are taken', () => {
    const name = 'x'.repeat(COLUMN_ID_MAX_CHARS);
    expect(newColumnId(name, [name])).toHaveLength(COLUMN_ID_MAX_CHARS);
  });
});
