import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUICK_START } from '#server/platform/process/test-quick-start.ts';
import { DRILL } from '../e2e/fixtures/wait.ts';
import { copyProduct, type ProductCopy } from './test-product-copy.ts';
import { SAMPLE_FILES, SAMPLE_LINES, SAMPLE_REPORT } from './test-sample-tool.ts';

let copy: ProductCopy;

/** What the sample tool's copy of the product reports about it. */
let report: {
  navigation: { group: string; label: string; path: string }[];
  pages: string[];
  openApi: string[];
  task: object;
  rows: { row: object; charge: number }[];
  csv: { name: string; text: string };
  usage: string[];
  faults: string[];
};

beforeAll(async () => {
  copy = copyProduct({ ...SAMPLE_FILES, 'report.mjs': SAMPLE_REPORT }, SAMPLE_LINES);
  const printed = await copy.node(...QUICK_START, 'report.mjs');
  report = JSON.parse(printed.slice(printed.indexOf('{"navigation"')));
});

afterAll(() => copy.remove());

describe('a tool that is one folder and one line in each list', () => {
  it('needs no other change', () => {
    const folder = Object.keys(SAMPLE_FILES).every((path) => path.startsWith('tools/sample/'));
    expect(folder).toBe(true);
    // Four, and one more for its settings.
    expect(Object.keys(SAMPLE_LINES)).toHaveLength(5);
    for (const line of Object.values(SAMPLE_LINES))
      expect(typeof line === 'string' ? line : line.line).not.toContain('\n');
  });

  it('is in the navigation, with a page that opens its tasks', () => {
    expect(report.navigation).toContainEqual({
      group: 'Find',
      label: 'Word Reverser',
      path: '/dashboard/word-reverser',
    });
    expect(report.pages).toContain('/dashboard/word-reverser');
  });

  it('has its function, in the OpenAPI document too', () => {
    expect(report.openApi).toContain('/v1/reverse-words');
    expect(report.task).toMatchObject({
      type: 'word-reversal',
      status: 'completed',
      total: 2,
      creditsused: 2,
    });
    expect(report.rows.map(({ row }) => row)).toEqual([
      { word: 'abc', reversed: 'cba!' },
      { word: 'xyz', reversed: 'zyx!' },
    ]);
  });

  it('has its own columns in its CSV file', () => {
    expect(report.csv).toEqual({
      name: 'attachment; filename="words_reversed.csv"',
      text: 'word,reversed\r\nabc,cba!\r\nxyz,zyx!\r\n',
    });
  });

  it('has its setting, whose faults are reported with all others', () => {
    expect(report.faults).toEqual([
      'PORT: must be a whole number from 0 to 65535 (got "x")',
      'REVERSED_ENDING: must be one line of at most 3 characters (got "too long")',
      'STRIPE_WEBHOOK_SECRET: must be set with STRIPE_SECRET_KEY, to verify webhook events from Stripe',
    ]);
  });

  it('names its charges in the credit history', () => {
    expect(report.usage).toEqual([
      ['Word Reverser', -2],
      ['Welcome credits', 1000],
    ]);
  });

  it('has its command', async () => {
    expect(await copy.node('cli/leadwell.mjs', 'reverse', 'abc', 'xyz')).toBe(
      '{"word":"abc","reversed":"cba"}\n{"word":"xyz","reversed":"zyx"}\n',
    );
  });

  it('passes the type checks of server and browser', DRILL, async () => {
    for (const project of ['.', 'web']) await copy.checkTypes(project);
  });
});
