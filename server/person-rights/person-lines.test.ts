import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type PersonEntry, parsePerson, personCheck } from './person-check.ts';
import { linesNaming, PART_CHARS } from './person-lines.ts';

const PERSON = parsePerson(['jane@firm.example', 'linkedin.com/in/jane-9', '+49 151 55501779']);

/** The lines that are found, the sizes of the texts that are checked, and how often others could run. */
async function search(text: string, person: readonly PersonEntry[] = PERSON) {
  const checked: number[] = [];
  const real = personCheck(person);
  const check: typeof real = {
    textsNaming(value) {
      checked.push(JSON.stringify(value).length);
      return real.textsNaming(value);
    },
  };
  let isOver = false;
  let turns = 0;
  const others = (async () => {
    for (; !isOver; turns += 1) await nextTurn();
  })();
  const lines = await linesNaming(check, person, 'content', text);
  isOver = true;
  await others;
  return { lines, checked, turns };
}

it('finds the lines with the person, in every spelling', async () => {
  const wanted = [
    'Jane,Jane+news@firm.example',
    'https://de.linkedin.com/in/Jane-9/',
    'Tel. 0151 / 555 01779',
    'Büro +49 151 55501779',
  ];
  const text = wanted.flatMap((line, index) => [`Ben,ben${index}@firm.example`, line]).join('\n');
  expect((await search(text)).lines).toEqual(wanted);
});

it('checks no long text at once, and lets others run in a file with one line', async () => {
  const million = 1_000_000;
  for (const text of ['a'.repeat(million), 'a.'.repeat(million / 2), '1 '.repeat(million / 2)]) {
    const hostile = `@${text}@${text}jane@firm.example/in/jane-9 5501779`;
    const { checked, turns } = await search(hostile, parsePerson(['jane@firm.example']));
    expect(Math.max(...checked)).toBeLessThan(PART_CHARS + 100);
    expect(checked.reduce((sum, chars) => sum + chars, 0)).toBeLessThan(10 * PART_CHARS);
    expect(turns).toBeGreaterThanOrEqual(7);
  }
  // A text in which every part may have the person.
  const { checked, turns } = await search('jane@'.repeat(million / 5));
  expect(Math.max(...checked)).toBeLessThan(PART_CHARS + 100);
  expect(turns).toBeGreaterThan(50);
});

it('finds a person wherever a long line is cut', async () => {
  for (let before = PART_CHARS - 40; before < PART_CHARS + 10; before += 1) {
    const line = `${'x '.repeat(PART_CHARS).slice(0, before)} jane@firm.example ${'y '.repeat(PART_CHARS)}`;
    const { lines } = await search(line);
    expect([before, lines.length > 0]).toEqual([before, true]);
    for (const part of lines) expect(part.length).toBeLessThanOrEqual(PART_CHARS);
  }
  const others = `${'x'.repeat(PART_CHARS - 16)} jane@firm.examples ${'y '.repeat(PART_CHARS)}`;
  expect((await search(others)).lines).toEqual([]);
});
