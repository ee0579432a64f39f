import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

const formula = (text: string, more: object = {}) => ({
  kind: 'formula',
  name: 'Made',
  formula: text,
  outputs: [{ field: 'value', name: 'Made' }],
  ...more,
});
async function newList(name: string) {
  const columns = ['Company', 'Zip'].map((column) => ({ name: column }));
  const { id } = (await ada.call('list-create', { name, columns })).body;
  const rows = [
    { Company: 'Acme', Zip: '10115' },
    { Company: 'Beta', Zip: 'none' },
  ];
  await ada.call('list-add-rows', { id, rows });
  return {
    id,
    save: (step: object) => ada.call('list-step-save', { id, step }),
    made: async () =>
      (await ada.call(`list-rows?id=${id}&order=added`)).body.rows.map(
        ({ values }: { values: Record<string, string> }) => values.Made,
      ),
  };
}

it('a column in quotes is its value, and other braces in quotes stay', async () => {
  const { save, made } = await newList('Quotes');
  const { body } = await save(formula('="Hello {Company}"'));
  expect(await made()).toEqual(['Hello Acme', 'Hello Beta']);
  const step = { ...formula('=match({Zip}, "^\\d{5}$")'), id: body.step };
  const output = { outputs: [{ field: 'value', column: 'Made' }] };
  expect((await save({ ...step, ...output })).code).toBeUndefined();
  expect(await made()).toEqual(['yes', 'no']);
});

it('of a formula that was stored before, a column in quotes is its value, too, and belongs to what it reads', async () => {
  const { id, save, made } = await newList('Stored before');
  await save(formula('={Company}'));
  const { db } = bench.database;
  const stored = await db.selectFrom('lists').select('steps').where('id', '=', id).executeTakeFirstOrThrow();
  const steps = JSON.stringify(
    stored.steps.map((step) => ({ ...step, formula: '="{Company} {Name}: " + {Zip} + "{2}"' })),
  );
  await db.updateTable('lists').set({ steps }).where('id', '=', id).execute();
  const [row] = (await ada.call(`list-rows?id=${id}&order=added`)).body.rows;
  await ada.call('list-edit', { id, changes: [{ row: row.id, column: 'Company', value: 'New' }] });
  expect(await made()).toEqual(['New {Name}: 10115{2}', 'Beta']);
  const refused = await ada.call('list-change-columns', { id, delete: ['Company'] });
  expect(refused.body.error.message).toContain('“Made” uses the column “Company”');
  const { body } = await ada.call(`list-rows?id=${id}`);
  expect(body.list.steps[0].formula).toBe('=({Company} + " {Name}: ") + {Zip} + "{2}"');
});

it('a formula that can’t be computed is refused when it is saved', async () => {
  const { id, save } = await newList('Errors');
  const { code, body } = await save(formula('=lower({Company}'));
  expect([code, body.error.message]).toEqual([
    'validation_failed',
    'The formula can’t be computed: A closing parenthesis is missing.',
  ]);
  expect((await save(formula('=lowercase({Company})'))).body.error.message).toContain('no function');
  expect((await ada.call(`list-rows?id=${id}`)).body.list.steps).toEqual([]);
});

it('after a rename, the name that people see counts, in formulas, imports and recipes', async () => {
  const renamed = async (name: string) => {
    const list = await newList(name);
    await ada.call('list-change-columns', { id: list.id, change: [{ id: 'Company', name: 'Firm' }] });
    const { body } = await ada.call('list-change-columns', { id: list.id, add: [{ name: 'Company' }] });
    return { ...list, second: body.columns.at(-1) as string };
  };
  const { id, save, made, second } = await renamed('Renamed');
  expect(second).not.toBe('Company');
  const wrong = await save(formula('={Company} * 2'));
  expect(wrong.body.error.message).toBe('The formula can’t be computed: Use number({Company}) to calculate.');
  await ada.call('list-add-rows', { id, rows: [{ Firm: 'Gamma', Company: 'Gamma Inc.' }] });
  const { rows } = (await ada.call(`list-rows?id=${id}&limit=1`)).body;
  expect(rows[0].values).toEqual({ Company: 'Gamma', [second]: 'Gamma Inc.' });
  // An edit has IDs, as in its changes.
  await ada.call('list-edit', { id, add: [{ Company: 'Delta' }] });
  expect((await ada.call(`list-rows?id=${id}&limit=1`)).body.rows[0].values).toEqual({ Company: 'Delta' });
  await save(formula('={Firm} + "/" + {Company}'));
  expect(await made()).toEqual(['Acme/', 'Beta/', 'Gamma/Gamma Inc.', 'Delta/']);

  const saved = (await ada.call('list-recipe-from-list', { id, name: 'Both' })).body;
  const other = await renamed('Applied');
  const { name, columns, steps } = saved;
  await ada.call('list-recipe-apply', { id: other.id, recipe: { name, columns, steps } });
  expect(await other.made()).toEqual(['Acme/', 'Beta/']);
});

it('a formula and a clean name are empty in rows that don’t meet their conditions', async () => {
  const { save, made } = await newList('Conditions');
  const conditions = [{ fields: ['Zip'], is: 'equal', value: '10115' }];
  const { body } = await save(formula('=upper({Company})', { conditions }));
  expect(await made()).toEqual(['ACME', undefined]);
  const output = { outputs: [{ field: 'value', column: 'Made' }] };
  await save({ ...formula('=upper({Company})', output), id: body.step });
  expect(await made()).toEqual(['ACME', 'BETA']);
});
