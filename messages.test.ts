import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MESSAGES } from './contract/messages.ts';
import { type Catalog, expectedMessages } from './expected-messages.ts';

const E2E = new URL('./e2e/', import.meta.url);

/** The contract's messages, and the constant of each tool. */
const CATALOG: Catalog = Object.assign(
  { ...MESSAGES },
  ...(await Promise.all(
    globSync('tools/*/messages.ts', { cwd: import.meta.dirname }).map(
      (path) => import(join(import.meta.dirname, path)),
    ),
  )),
);

it('are each brought up by a browser test', () => {
  expect(Object.keys(CATALOG)).toEqual(expect.arrayContaining(['gate', 'EMAIL_MESSAGES']));
  const specs = readdirSync(E2E).filter((name) => name.endsWith('.spec.ts'));
  const shown = new Set(
    specs.flatMap((name) => [...expectedMessages(readFileSync(new URL(name, E2E), 'utf8'), CATALOG)]),
  );
  const paths = Object.entries(CATALOG).flatMap(([group, entries]) =>
    Object.keys(entries).map((name) => `${group}.${name}`),
  );
  expect(paths.filter((path) => !shown.has(path))).toEqual([]);
});

describe('a message', () => {
  const catalog = {
    a: {
      saved: 'Your profile has been saved.',
      left: (credits: number) => `You have only ${credits} credits left.`,
      failed: 'Processing failed',
    },
    b: { failed: 'Processing failed', sent: (email: string) => `We sent a link to ${email}.` },
    C_MESSAGES: { done: 'Done' },
  };
  const expected = (source: string) => [...expectedMessages(source, catalog)];

  it.each([
    ["await expect(page.getByText('Your profile has been saved.')).toBeVisible()", 'a.saved'],
    ["await expect(page.getByRole('alert')).toHaveText('Your profile has been saved.')", 'a.saved'],
    ["await expect(page.getByText('profile has been')).toBeVisible()", 'a.saved'],
    ['await expect(page.getByText(/profile has been \\w+/)).toBeVisible()', 'a.saved'],
    ["await expect(page.getByText('You have only 1,000 credits left.')).toBeVisible()", 'a.left'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a test
    ['await expect(page.getByText(`We sent a link to ${person.email}.`)).toBeVisible()', 'b.sent'],
    ['await expectMessage(page, MESSAGES.b.failed)', 'b.failed'],
    ['await expectMessage(page, MESSAGES.b.sent(person.email))', 'b.sent'],
    ['await expectMessage(page, C_MESSAGES.done)', 'C_MESSAGES.done'],
    ['const { b } = MESSAGES; await expectMessage(page, b.sent(person.email))', 'b.sent'],
    ["const saved = page.getByText('profile has been'); await expect(saved).toBeVisible()", 'a.saved'],
    ['for (const [text] of [[MESSAGES.a.failed]]) await expectMessage(page, text)', 'a.failed'],
  ])('counts as shown after %s', (source, path) => {
    expect(expected(`test('t', async () => { ${source}; });`)).toEqual([path]);
  });

  it.each([
    '// expectMessage(page, MESSAGES.a.saved)',
    "const text = 'Your profile has been saved.'",
    'MESSAGES.a.saved',
    'await page.getByText(MESSAGES.a.saved).click()',
    "await expect(page.getByText('Your profile has been saved.')).not.toBeVisible()",
    'await expect(page.getByText(MESSAGES.a.saved)).toHaveCount(0)',
    // Two messages have this text.
    "await expect(page.getByText('Processing failed')).toBeVisible()",
    "await expect(page.getByText('saved')).toBeVisible()",
    'const b = OTHERS; await expectMessage(page, b.failed)',
    // Another function's constant.
    "const f = () => { const text = 'Your profile has been saved.'; }; await expectMessage(page, text)",
    "test.skip('u', async () => { await expectMessage(page, MESSAGES.a.saved); })",
  ])("doesn't count after %s", (source) => {
    expect(expected(`test('t', async () => { ${source}; });`.replace('; });', ';\n});'))).toEqual([]);
  });
});
