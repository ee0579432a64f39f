import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

/** The values of a column of that type, in order. */
async function sorted(type: string, values: readonly string[], direction: 'asc' | 'desc'): Promise<string[]> {
  const { id } = (
    await ada.call('list-create', { name: `${type} ${direction}`, columns: [{ name: 'Value', type }] })
  ).body;
  await ada.call('list-add-rows', { id, rows: values.map((Value) => ({ Value })) });
  const { rows } = (await ada.call(`list-rows?id=${id}&sort=Value&direction=${direction}`)).body;
  return rows.map(({ values: cells }: { values: { Value: string } }) => cells.Value);
}

it.each(['number', 'text'])('sorts amounts in a column of the type %s by their value', async (type) => {
  const ordered = ['-3,0', '12,5', '900', '$1,200', '1.250.000,50 €'];
  const given = ['900', 'unknown', '1.250.000,50 €', '-3,0', '$1,200', '12,5'];
  expect(await sorted(type, given, 'asc')).toEqual([...ordered, 'unknown']);
  expect(await sorted(type, given, 'desc')).toEqual([...ordered.toReversed(), 'unknown']);
});

it('sorts dates by their day', async () => {
  const ordered = ['31.12.2023', '07.03.2024', '3/5/2025', '2025-04-01'];
  const given = ['2025-04-01', '07.03.2024', 'soon', '31.12.2023', '3/5/2025'];
  expect(await sorted('date', given, 'asc')).toEqual([...ordered, 'soon']);
  expect(await sorted('date', given, 'desc')).toEqual([...ordered.toReversed(), 'soon']);
});

it('sorts phones as texts', async () => {
  expect(await sorted('phone', ['+49 30 1', '0301', '+1 212 555 0100', '030'], 'asc')).toEqual([
    '+1 212 555 0100',
    '+49 30 1',
    '030',
    '0301',
  ]);
});
