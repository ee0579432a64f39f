import { afterAll, beforeAll, expect, it } from 'vitest';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { checkRows } from './shown-rows.ts';
import { type ListBench, openListBench } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

const PEOPLE = 'Ann Lee, CEO, ann@shown.example; Bob Ray, CFO, bob@shown.example';

it.each(['company-to-domain', 'website-extraction'] as const)(
  'takes one person from an own column of a table of %s',
  async (source) => {
    await addOptOuts(bench.deps, [{ kind: 'email', value: 'ann@shown.example' }], async () => {});
    const columns = ['domain', 'emails', 'phones', 'explanation', 'People', 'Notes'];
    const list = { kind: 'task', source, columns, fields: null } as const;
    const cells = { domain: 'acme.com', explanation: 'The website names the company', People: PEOPLE };
    const rows = [
      { cells },
      { cells: { ...cells, Notes: 'Ask ann@shown.example' } },
      { cells: { domain: 'acme.com', People: 'Bob Ray, CFO, bob@shown.example' } },
    ];
    const { shown, changed, gone } = await checkRows(bench.deps, list, rows);
    const left = { cells: { ...cells, People: 'Bob Ray, CFO, bob@shown.example' } };
    expect({ shown, changed, gone }).toEqual({
      shown: [left, rows[2]],
      changed: [left],
      gone: [rows[1]],
    });
  },
);

it('leaves a cell out that has no one else', async () => {
  await addOptOuts(bench.deps, [{ kind: 'email', value: 'ann@shown.example' }], async () => {});
  const columns = ['url', 'emails', 'title', 'People'];
  const list = { kind: 'task', source: 'website-extraction', columns, fields: null } as const;
  const cells = { url: 'https://acme.com/', emails: 'ann@shown.example', title: 'Acme', People: PEOPLE };
  const { shown } = await checkRows(bench.deps, list, [{ cells }]);
  expect(shown).toEqual([
    { cells: { url: 'https://acme.com/', title: 'Acme', People: 'Bob Ray, CFO, bob@shown.example' } },
  ]);
});
