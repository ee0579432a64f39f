import { startService } from '../server/lists/steps/test-service.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
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
