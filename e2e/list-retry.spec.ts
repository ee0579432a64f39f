import { startService } from '../server/lists/steps/test-service.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { generatedName } from './fixtures/generated-sites.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

test('failed cells of a run in the task history are run again in their list, with a limit', async ({
  page,
}) => {
  test.slow();
  let isDown = true;
  const service = await startService((_asked, _request, response) => {
    if (isDown) response.writeHead(500).end('down');
    else response.end('{"size":7}');
  });
  try {
    await signUp(page);
    await page.goto('/dashboard/lead-enrichment');
    await page.getByRole('button', { name: 'New list' }).click();
    const importing = page.getByRole('dialog', { name: 'New list' });
    await importing
      .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
      .fill('Name\tDomain\nOne\ta.com');
    await importing.getByRole('button', { name: 'Continue' }).click();
    await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Sizes');
    await importing.getByRole('button', { name: /^Import/ }).click();
    await page.getByRole('button', { name: 'Add column' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a column' });
    await sheet.getByRole('button', { name: /^Ask another service/ }).click();
    await sheet.getByLabel('Address').fill(`${service.url}/x?domain={Domain}`);
    await sheet.getByLabel('Name of value 1').fill('Size');
    await sheet.getByLabel('Path of value 1').fill('size');
    await sheet.getByRole('button', { name: 'Add column' }).click();
    const run = page.getByRole('dialog', { name: /^Run/ });
    await run.getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByText('Completed')).toBeVisible();

    isDown = false;
    await page.goto('/dashboard/task-history');
    await page.getByRole('button', { name: /^Actions for Sizes/ }).click();
    await page.getByRole('menuitem', { name: 'Run 1 failed cell again' }).click();
    await expect(run.getByLabel('Cells')).toHaveValue('failed');
    await expect(run.getByLabel('Spend at most')).toBeVisible();
    await expect(page).not.toHaveURL(/run=/);
    await takeScreenshots(page, 'list-retry');
    await run.getByRole('button', { name: /^Run/ }).click();
    const grid = page.getByRole('grid', { name: 'Sizes' });
    await expect(grid.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
  } finally {
    await service.close();
  }
});

test('a run that stopped at its limit goes on from the task history with a higher one', async ({
  page,
  web,
}) => {
  const calls = 'functions/v1';
  await signUp(page);
  const columns = [{ name: 'Website', role: 'website' }];
  const { id } = await callAs(page, `${calls}/list-create`, { name: 'Shops', columns });
  const rows = [6, 7].map((index) => ({ Website: web.siteUrl(generatedName(index)) }));
  await callAs(page, `${calls}/list-add-rows`, { id, rows });
  await callAs(page, `${calls}/list-step-save`, {
    id,
    step: {
      kind: 'tool',
      name: 'Emails',
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
      outputs: [{ field: 'emails' }],
    },
  });
  const run = await callAs(page, `${calls}/list-run`, { id, cap: 1 });
  await page.goto('/dashboard/task-history');
  const task = page.getByRole('rowgroup', { name: 'Shops: Emails' });
  await expect(task.getByText('Limit reached')).toBeVisible();
  await task.getByRole('button', { name: /^Actions for Shops/ }).click();
  // A cell can cost several credits, so it never goes on without a limit.
  await page.getByRole('menuitem', { name: 'Continue up to 10 credits' }).click();
  await expect(task.getByText('Completed')).toBeVisible();
  expect(await callAs(page, `${calls}/task?id=${run.id}`)).toMatchObject({ cap: 10, creditsused: 2 });
});

test('a run that stopped at its limit goes on in its list with a limit that the person chooses', async ({
  page,
  web,
}) => {
  const calls = 'functions/v1';
  await signUp(page);
  const columns = [{ name: 'Website', role: 'website' }];
  const { id } = await callAs(page, `${calls}/list-create`, { name: 'Shops', columns });
  const rows = [6, 7, 8].map((index) => ({ Website: web.siteUrl(generatedName(index)) }));
  await callAs(page, `${calls}/list-add-rows`, { id, rows });
  await callAs(page, `${calls}/list-step-save`, {
    id,
    step: {
      kind: 'tool',
      name: 'Titles',
      tries: [{ tool: 'website-extraction', options: { depth: 'quick' }, inputs: { website: 'Website' } }],
      outputs: [{ field: 'title' }],
    },
  });
  const run = await callAs(page, `${calls}/list-run`, { id, cap: 1 });
  await page.goto(`/dashboard/lead-enrichment/${id}`);
  await page.getByRole('button', { name: 'Continue with a higher limit' }).click();
  const panel = page.getByRole('dialog', { name: 'Continue with a higher limit' });
  const limit = panel.getByLabel('Spend at most, in all');
  await expect(limit).toHaveValue('10');
  await expect(limit).toBeFocused();
  await expect(panel.getByText('the other cells may cost about 2 more')).toBeVisible();
  await takeScreenshots(page, 'list-continue');
  await limit.fill('1');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Enter more than the 1 credit that the run has cost.')).toBeVisible();
  await limit.fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 of 3 cells')).toBeVisible();
  expect(await callAs(page, `${calls}/task?id=${run.id}`)).toMatchObject({ cap: 2, creditsused: 2 });
});
