import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const CALLS = 'functions/v1';

test('a run of all cells keeps what was imported, and a list says why its new rows wait', async ({
  page,
}) => {
  test.slow();
  await signUp(page);
  const columns = ['Website', 'Email'].map((name) => ({ name }));
  const { id } = await callAs(page, `${CALLS}/list-create`, { name: 'Leads', columns });
  await callAs(page, `${CALLS}/list-add-rows`, {
    id,
    rows: [
      { Website: 'a.com', Email: 'me@a.com' },
      { Website: 'b.com', Email: 'me@b.com' },
      { Website: 'c.com' },
    ],
  });
  await callAs(page, `${CALLS}/list-step-save`, {
    id,
    step: {
      kind: 'tool',
      name: 'Emails',
      tries: [{ tool: 'website-extraction', inputs: { website: 'Website' } }],
      outputs: [{ field: 'emails', column: 'Email' }],
    },
  });
  await page.goto(`/dashboard/lead-enrichment/${id}?run=all`);
  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('1 row, 1 cell')).toBeVisible();
  const replace = run.getByLabel('Also replace values from before the column had a tool');
  await expect(replace).toHaveCount(0);
  await run.getByLabel('Cells').selectOption('all');
  await expect(run.getByText('2 cells keep what was typed or imported.')).toBeVisible();
  await expect(run.getByText('1 row, 1 cell')).toBeVisible();
  await takeScreenshots(page, 'list-run-typed');
  await replace.check();
  await expect(run.getByText('3 rows, 3 cells')).toBeVisible();
  await expect(run.getByText(/keep what was typed/)).toHaveCount(0);
  expect(await violations(page, 'all')).toEqual([]);

  await run.getByText('New rows run only when you click Run').click();
  await expect(run.getByText('All rows that are still empty are run soon')).toBeVisible();
  // The cells that the dialog would replace don't count.
  await expect(run.getByText('1 cell is empty now: up to 1 credit.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-auto-run');

  const stopAdding = await changeReplies(page, `${CALLS}/list-rows`, ({ list, ...reply }) => {
    const inList = { tool: 'in-list', options: {}, inputs: { email: 'Email' }, accepts: [] };
    const tries = [{ ...inList, membership: { lists: [], companies: false } }];
    const step = { ...list.steps[0], id: 'known', name: 'Known?', tries };
    return { ...reply, list: { ...list, autoCap: 500, steps: [...list.steps, step] } };
  });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await expect(page.getByText('New rows wait in “Known?”')).toBeVisible();
  await expect(page.getByText('Choose a list in this column first.')).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-auto-run-lack');
  await stopAdding();

  for (const [autoWait, title] of [
    ['cap', 'New rows wait for the next month'],
    ['storage', 'New rows wait for space'],
    ['stopped', 'New rows wait because a run was stopped or undone'],
  ] as const) {
    const stopChanging = await changeReplies(page, `${CALLS}/list-rows`, ({ list, ...reply }) => ({
      ...reply,
      list: { ...list, autoCap: 500, autoWait },
    }));
    await page.goto(`/dashboard/lead-enrichment/${id}`);
    await expect(page.getByText(title)).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, `list-auto-run-wait-${autoWait}`);
    if (autoWait === 'stopped') {
      await page.getByRole('button', { name: 'Add column' }).click();
      await page.getByRole('button', { name: /^Find contacts on websites/ }).click();
      await expect(
        page.getByText(/This list runs automatically: all its rows are filled soon/),
      ).toBeVisible();
      await takeScreenshots(page, 'list-auto-run-column');
      await page.getByRole('button', { name: 'Close' }).click();
    }
    await stopChanging();
  }
  await page.getByRole('button', { name: 'Run new rows again' }).click();
  await expect(page.getByText('New rows wait')).toHaveCount(0);
});
