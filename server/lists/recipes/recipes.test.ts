import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECIPES_MAX, Recipe } from '#contract/list-recipes.ts';
import { READY_RECIPES } from '#tools/lead-enrichment/web/ready-recipes.ts';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

let made = 0;
async function newList(columns: readonly string[]): Promise<string> {
  made += 1;
  const named = columns.map((name) => ({ name }));
  return (await ada.call('list-create', { name: `List ${made}`, columns: named })).body.id;
}
const names = (list: { fields: { name: string }[] }) => list.fields.map(({ name }) => name);

describe('a ready recipe', () => {
  it.each(READY_RECIPES.map(({ recipe, sample }) => [recipe.name, recipe, sample] as const))(
    'fits its own sample: %s',
    async (_, recipe, [header = '']) => {
      const id = await newList(header.split('\t'));
      const { body, status } = await ada.call('list-recipe-apply', { id, recipe });
      expect([status, body.steps?.length]).toEqual([200, recipe.steps.length]);
      expect(Recipe.parse(recipe).name).not.toBe('');
      // Nothing is added twice.
      const again = await ada.call('list-recipe-apply', { id, recipe });
      expect(names(again.body)).toEqual(names(body));
    },
  );
});

it('the website phones of leads don’t replace the phones that the leads have', async () => {
  const id = await newList(['first_name', 'last_name', 'phone', 'website']);
  const leads = READY_RECIPES.find(({ recipe }) => recipe.name === 'Leads to website phones');
  const { body } = await ada.call('list-recipe-apply', { id, recipe: leads?.recipe });
  expect(body.steps[0].tries[0].inputs).toEqual({ website: 'website' });
  expect(names(body)).toEqual(['first_name', 'last_name', 'phone', 'website', 'Website phones']);
  const phones = body.fields.filter(({ role }: { role: string }) => role === 'phone');
  expect(phones).toMatchObject([{ id: 'phone' }]);
});

describe('the email of a list', () => {
  const roleOf = (list: { fields: { name: string; role: string | null }[] }, name: string) =>
    list.fields.find((field) => field.name === name)?.role;

  it('is the one that a step verified, and not the one that a step before it found', async () => {
    const id = await newList(['Account Name', 'Billing Country']);
    const [ready] = READY_RECIPES;
    const { body } = await ada.call('list-recipe-apply', { id, recipe: ready?.recipe });
    expect(names(body)).not.toContain('Company');
    expect([roleOf(body, 'Company email'), roleOf(body, 'Verified email')]).toEqual([null, 'email']);
  });

  it('stays the one that a person imported', async () => {
    const id = await newList(['Email']);
    const clean = READY_RECIPES.find(({ recipe }) => recipe.name === 'Clean an old list');
    const { body } = await ada.call('list-recipe-apply', { id, recipe: clean?.recipe });
    const emails = body.fields.filter(({ role }: { role: string }) => role === 'email');
    expect(emails).toMatchObject([{ name: 'Email' }]);
  });
});

it('the clean names of a list are its names, and not those they were made of', async () => {
  const id = await newList(['First name', 'Last name', 'Company']);
  const people = READY_RECIPES.find(({ recipe }) => recipe.name === 'People to verified emails');
  const { body } = await ada.call('list-recipe-apply', { id, recipe: people?.recipe });
  const ofRole = (role: string) =>
    body.fields
      .filter((field: { role: string | null }) => field.role === role)
      .map(({ name }: { name: string }) => name);
  expect([ofRole('first_name'), ofRole('last_name')]).toEqual([['Clean first name'], ['Clean last name']]);
  // A recipe of this list finds the names of another one all the same.
  const saved = await ada.call('list-recipe-from-list', { id, name: 'People again' });
  expect(saved.body.columns).toMatchObject([
    { role: 'first_name' },
    { role: 'last_name' },
    { role: 'company' },
  ]);
  await ada.call('list-recipe-delete', { recipe: saved.body.id });
});

describe('names in other columns than those of a recipe', () => {
  const ready = (name: string) => READY_RECIPES.find(({ recipe }) => recipe.name === name)?.recipe;

  it('are read from one column instead of two', async () => {
    for (const columns of [
      ['Full name', 'Company'],
      ['First name', 'Full name', 'Company'],
    ]) {
      const id = await newList(columns);
      const { body } = await ada.call('list-recipe-apply', {
        id,
        recipe: ready('People to verified emails'),
      });
      expect(names(body)).toEqual([
        ...columns,
        'Clean first name',
        'Clean last name',
        'Domain',
        'Email',
        'Verdict',
      ]);
      expect(body.steps[0].inputs).toEqual({ full_name: 'Full name' });
      await ada.call('list-add-rows', { id, rows: [{ 'Full name': 'Dr. ANNA WEBER', Company: 'Acme' }] });
      const { rows } = (await ada.call(`list-rows?id=${id}`)).body;
      expect(rows[0].values).toMatchObject({ 'Clean first name': 'Anna', 'Clean last name': 'Weber' });
    }
  });

  it('are read from two columns instead of one', async () => {
    const id = await newList(['Vorname', 'Nachname', 'E-Mail']);
    const { body } = await ada.call('list-recipe-apply', { id, recipe: ready('Clean an old list') });
    expect(names(body)).not.toContain('Full name');
    expect(body.steps[0].inputs).toEqual({ first_name: 'Vorname', last_name: 'Nachname' });
  });

  it('are added as the recipe has them if a formula reads one', async () => {
    const people = ready('People to verified emails');
    const greeting = {
      kind: 'formula',
      name: 'Greeting',
      conditions: [],
      formula: 'Hi {First name}',
      outputs: [{ field: 'value', name: 'Greeting' }],
    };
    const id = await newList(['Full name', 'Company']);
    const recipe = { ...people, steps: [...(people?.steps ?? []), greeting] };
    const { body } = await ada.call('list-recipe-apply', { id, recipe });
    expect(names(body)).toEqual(expect.arrayContaining(['First name', 'Last name']));
  });
});

describe('a recipe of one’s own', () => {
  it('has the steps of a list, and works in a list whose columns have other names', async () => {
    const first = await newList(['Company', 'Note']);
    const [ready] = READY_RECIPES;
    await ada.call('list-recipe-apply', { id: first, recipe: ready?.recipe });
    const saved = await ada.call('list-recipe-from-list', { id: first, name: 'Mine' });
    expect(saved.body).toMatchObject({
      name: 'Mine',
      columns: [
        { name: 'Company', role: 'company' },
        { name: 'Country', role: 'country' },
      ],
      steps: ready?.recipe.steps.map(({ name }) => ({ name })),
    });
    const other = await newList(['Organization Name', 'Phones']);
    const { id: _, createdAt: __, ...recipe } = saved.body;
    const applied = await ada.call('list-recipe-apply', { id: other, recipe });
    expect(applied.body.steps[0].tries[0].inputs.company).toBe('Organization Name');
    // A name that the list has gets another one.
    expect(names(applied.body)).toContain('Phones');
    expect(new Set(names(applied.body)).size).toBe(names(applied.body).length);
    expect((await ada.call('list-recipes')).body.recipes).toMatchObject([{ name: 'Mine' }]);
    await ada.call('list-recipe-delete', { recipe: saved.body.id });
    expect((await ada.call('list-recipes')).body.recipes).toEqual([]);
  });

  it('keeps a condition with several values', async () => {
    const id = await newList(['Company', 'Country']);
    const tries = [{ tool: 'company-to-domain', inputs: { company: 'Company' } }];
    const condition = { fields: ['Country'], is: 'one-of', value: 'DE, AT' };
    const step = {
      kind: 'tool',
      name: 'Domains',
      tries,
      conditions: [condition],
      outputs: [{ field: 'domain', name: 'Domain' }],
    };
    const { body } = await ada.call('list-step-save', { id, step });
    expect(body.list.steps[0].conditions).toEqual([condition]);
    await ada.call('list-add-rows', {
      id,
      rows: ['de', ' AT ', 'CH', ''].map((Country, at) => ({ Company: `Firm ${at}`, Country })),
    });
    expect((await ada.call('list-run-quote', { id, search: '' })).body).toMatchObject({ rows: 2, cells: 2 });
    const saved = (await ada.call('list-recipe-from-list', { id, name: 'DE or AT' })).body;
    const other = await newList(['Organization', 'country']);
    const { id: recipe, createdAt: _, ...rest } = saved;
    const applied = (await ada.call('list-recipe-apply', { id: other, recipe: rest })).body;
    expect(applied.steps[0].conditions).toEqual([{ ...condition, fields: ['country'] }]);
    await ada.call('list-recipe-delete', { recipe });
    for (const value of ['', ' , ', 'x'.repeat(2001)]) {
      const bad = { ...step, name: 'Bad', conditions: [{ ...condition, value }] };
      expect((await ada.call('list-step-save', { id, step: bad })).code).toBe('validation_failed');
    }
  });

  it('is refused with an unknown tool, without steps, and beyond the limit', async () => {
    const id = await newList(['Company']);
    const [ready] = READY_RECIPES;
    const tries = [{ tool: 'no-such-tool', inputs: { company: 'Company' } }];
    const bad = { ...ready?.recipe, steps: [{ ...ready?.recipe.steps[0], tries }] };
    expect((await ada.call('list-recipe-apply', { id, recipe: bad })).body.error.message).toContain(
      'no-such-tool',
    );
    expect(names((await ada.call(`list-rows?id=${id}`)).body.list)).toEqual(['Company']);
    expect((await ada.call('list-recipe-from-list', { id, name: 'x' })).status).toBe(422);
    for (let index = 0; index < RECIPES_MAX; index += 1)
      await ada.call('list-recipe-save', { recipe: { ...ready?.recipe, name: `Recipe ${index}` } });
    expect((await ada.call('list-recipe-save', { recipe: { ...ready?.recipe, name: 'more' } })).status).toBe(
      429,
    );
  });

  it('belongs to its account', async () => {
    const bob = await bench.person();
    expect((await bob.call('list-recipes')).body.recipes).toEqual([]);
    const id = await newList(['Company']);
    expect((await bob.call('list-recipe-apply', { id, recipe: READY_RECIPES[0]?.recipe })).status).toBe(404);
  });
});
