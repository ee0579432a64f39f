import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type OptOutLine, readOptOutFile } from './opt-out-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'opt-out-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the lines below a header say. */
async function linesOf(text: string): Promise<OptOutLine[]> {
  const path = join(folder, 'list.csv');
  writeFileSync(path, text);
  const { columns, lines } = await readOptOutFile(path);
  expect(columns).not.toBe(null);
  const read: OptOutLine[] = [];
  for await (const line of lines()) read.push(line);
  return read;
}
const valuesOf = (lines: readonly OptOutLine[]) =>
  lines.flatMap(({ entries }) => entries.map(({ value }) => value));

it.each([
  ['a handle', 'Company,Website,Twitter', 'Acme,https://acme.example,@acme', ['acme.example']],
  ['a sentence as its source', 'domain,source', 'firm.example,asked privacy@us.example', ['firm.example']],
  ['an address as its source', 'domain,source', 'firm.example,privacy@us.example', ['firm.example']],
  ['notes', 'Domain,Notes', 'firm2.example,"asked by ceo@firm2.example, see ticket"', ['firm2.example']],
  ['a sentence', 'Domain,Request', 'firm3.example,"by ceo@firm3.example, see ticket"', ['firm3.example']],
  ['who added it', 'Domain,Added by', 'firm4.example,agent@us.example', ['firm4.example']],
  ['its owner', 'Domain,Contact owner', 'firm5.example,agent@us.example', ['firm5.example']],
  ['a person', 'Domain,Who', 'firm6.example,ceo@firm6.example', ['ceo@firm6.example']],
  ['a phone', 'Domain,Mobile', 'firm7.example,+49 30 5550177', ['+49305550177']],
  ['a profile', 'Domain,Who', 'firm8.example,https://linkedin.com/in/jane-d', ['jane-d']],
])('reads a domain next to %s', async (_, header, row, expected) => {
  const lines = await linesOf(`${header}\n${row}\n`);
  expect(valuesOf(lines)).toEqual(expected);
  expect(lines.flatMap(({ rejected }) => rejected)).toEqual([]);
});

it.each(['joe@@firm.example', 'Joe <joe@@firm.example>', 'joe@firm..example'])(
  'says why the domain next to %s is skipped',
  async (address) => {
    const [line] = await linesOf(`Who,Website\n${address},https://firm.example\n`);
    expect(line).toMatchObject({ entries: [], skipped: 1 });
    expect(line?.rejected).toEqual([
      {
        text: `${address}, https://firm.example`,
        reason: 'The domain is next to a person in the same row. To opt it out, put it on its own line',
      },
    ]);
    const [named] = await linesOf(`Email,Website\n${address},https://firm.example\n`);
    expect(named).toMatchObject({ entries: [], rejected: [{ text: address }] });
  },
);
