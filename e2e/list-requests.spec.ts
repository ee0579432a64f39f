import type { Page } from '@playwright/test';
import { startService } from '../server/lists/steps/test-service.ts';
import { violations } from './fixtures/accessibility.ts';
import { callAs } from './fixtures/account-calls.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { downloadCsv } from './fixtures/download-csv.ts';
import { takeScreenshots } from './fixtures/screenshots.ts';

const CALLS = 'functions/v1';
const PAGE = '/dashboard/lead-enrichment';
const KEY = 'key-never-shown-4711';

async function importSizes(page: Page): Promise<void> {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'New list' }).click();
  const importing = page.getByRole('dialog', { name: 'New list' });
  await importing
    .getByRole('textbox', { name: 'Or paste cells from a spreadsheet' })
    .fill('Name\tDomain\nOne\ta.com\nTwo\tbb.com\nThree\tccc.com');
  await importing.getByRole('button', { name: 'Continue' }).click();
  await importing.getByRole('textbox', { name: 'Name of the list' }).fill('Sizes');
  await importing.getByRole('button', { name: 'Import 3 rows' }).click();
}

test('a column asks another service with a secret, and its values are exported', async ({ page }) => {
  test.slow();
  const service = await startService(({ path, headers }, _request, response) => {
    const domain = new URL(path, 'http://service').searchParams.get('domain') ?? '';
    if (headers['x-api-key'] !== KEY) response.writeHead(401).end('{"error":"no key"}');
    else response.end(JSON.stringify({ company: { employees: domain.length * 10 }, key: KEY }));
  });
  try {
    await signUp(page);
    await importSizes(page);

    await page.getByRole('button', { name: 'Add column' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a column' });
    await sheet.getByRole('button', { name: /^Ask another service/ }).click();
    await sheet.getByLabel('Address').fill(`${service.url}/companies?domain={Domain}`);
    await sheet.getByRole('button', { name: 'Add header' }).click();
    await sheet.getByLabel('Name of header 1').fill('X-API-Key');
    await sheet.getByLabel('Value of header 1').fill('wrong');
    await expect(sheet.getByLabel('Value of header 1')).toHaveAttribute('type', 'password');
    await sheet.getByLabel('Name of value 1').fill('Employees');
    await sheet.getByLabel('Path of value 1').fill('company.employees');
    await sheet.getByRole('button', { name: 'Test with the first row' }).click();
    await expect(sheet.getByText(/refuses the key or the request \(401\)/)).toBeVisible();
    await sheet.getByLabel('Value of header 1').fill(KEY);
    await sheet.getByRole('button', { name: 'Test with the first row' }).click();
    await expect(sheet.getByText('1 of 1 value in the answer')).toBeVisible();
    await expect(sheet.getByText('"key":"•••"')).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'list-request');
    await sheet.getByRole('button', { name: 'Add column' }).click();

    const run = page.getByRole('dialog', { name: /^Run/ });
    await expect(run.getByText('3 rows, 3 cells')).toBeVisible();
    await run.getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByText('Completed')).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Sizes' });
    await expect(grid.getByRole('gridcell', { name: '70', exact: true })).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'list-request-done');
    expect(await page.content()).not.toContain(KEY);

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exporting = page.getByRole('dialog', { name: 'Export “Sizes”' });
    const { rows } = await downloadCsv(page, () =>
      exporting.getByRole('button', { name: 'Download' }).click(),
    );
    expect(rows).toMatchObject([
      { Domain: 'a.com', Employees: '50' },
      { Domain: 'bb.com', Employees: '60' },
      { Domain: 'ccc.com', Employees: '70' },
    ]);

    // The step is changed without its secret, which is never shown again.
    await page.reload();
    await grid
      .getByRole('button', { name: /Employees/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Change what fills it' }).click();
    const changing = page.getByRole('dialog', { name: /Change/ });
    await expect(changing.getByLabel('Value of header 1')).toHaveValue('');
    await expect(changing.getByLabel('Address')).toHaveValue(`${service.url}/companies?domain={Domain}`);
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'list-request-change');
  } finally {
    await service.close();
  }
});

/** A model that answers if it gets the key. */
function startModel() {
  return startService(({ body, headers }, _request, response) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const content = messages.at(-1)?.content ?? '';
    if (headers.authorization !== `Bearer ${KEY}`) response.writeHead(401).end('{}');
    else
      response.end(
        JSON.stringify({
          choices: [
            { message: { content: JSON.stringify({ Kind: content.includes('One') ? 'shop' : null }) } },
          ],
          usage: { total_tokens: 300 },
        }),
      );
  });
}

test('a column asks a model with a key of one’s own, and its typed answers are exported', async ({
  page,
}) => {
  test.slow();
  const model = await startModel();
  try {
    await signUp(page);
    await importSizes(page);
    await page.getByRole('button', { name: 'Add column' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a column' });
    await sheet.getByRole('button', { name: /^Ask an AI model/ }).click();
    // The server has no model, and the account no key.
    await expect(sheet.getByLabel('Model to ask')).toHaveValue('column');
    await expect(sheet.getByLabel('Most tokens per run')).toHaveValue('1000000');
    await sheet.getByLabel('What should it do?').fill('What kind of company is {Name}?');
    await sheet.getByLabel('Name of answer 1').fill('Kind');
    await sheet.getByLabel('Type of answer 1').selectOption('One of');
    await sheet.getByLabel('Choices of answer 1').fill('Shop, Factory');
    await sheet.getByLabel('Address of the service').fill(`${model.url}/v1`);
    await sheet.getByRole('textbox', { name: 'Model' }).fill('test-model');
    await sheet.getByLabel('Key', { exact: true }).fill(KEY);
    await sheet.getByRole('button', { name: 'Test with the first row' }).click();
    await expect(sheet.getByText('1 of 1 value answered')).toBeVisible();
    await sheet.getByText('What the model got').click();
    await expect(sheet.getByText('What kind of company is One?', { exact: true })).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'list-ai');
    await sheet.getByRole('button', { name: 'Add column' }).click();

    const run = page.getByRole('dialog', { name: /^Run/ });
    await expect(run.getByText('3 rows, 3 cells')).toBeVisible();
    await run.getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByText('Completed')).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Sizes' });
    await expect(grid.getByRole('gridcell', { name: 'Shop', exact: true })).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'list-ai-done');
    expect(await page.content()).not.toContain(KEY);

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exporting = page.getByRole('dialog', { name: 'Export “Sizes”' });
    const { rows } = await downloadCsv(page, () =>
      exporting.getByRole('button', { name: 'Download' }).click(),
    );
    expect(rows.map(({ Name, Kind }) => [Name, Kind])).toEqual([
      ['One', 'Shop'],
      ['Two', ''],
      ['Three', ''],
    ]);
  } finally {
    await model.close();
  }
});

test('a key for the account is set once, asks for a column, and is removed', async ({ page }) => {
  test.slow();
  const model = await startModel();
  try {
    await signUp(page);
    await page.goto('/dashboard/settings?tab=ai');
    await page.getByLabel('Address of the service').fill('ftp://nowhere');
    await page.getByLabel('Model', { exact: true }).fill('test-model');
    await page.getByLabel('Key', { exact: true }).fill(KEY);
    await page.getByRole('button', { name: 'Save key' }).click();
    await expect(page.getByText('Enter the address of the service, such as')).toBeVisible();
    await takeScreenshots(page, 'ai-key-new');
    await page.getByLabel('Address of the service').fill(`${model.url}/v1`);
    await page.getByRole('button', { name: 'Save key' }).click();
    await expect(page.getByText('Set', { exact: true })).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'ai-key');
    await page.reload();
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByLabel('Key', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('Model', { exact: true })).toHaveValue('test-model');
    await takeScreenshots(page, 'ai-key-change');
    expect(await page.content()).not.toContain(KEY);

    await importSizes(page);
    await page.getByRole('button', { name: 'Add column' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add a column' });
    await sheet.getByRole('button', { name: /^Ask an AI model/ }).click();
    await expect(sheet.getByLabel('Model to ask')).toHaveValue('account');
    await sheet.getByLabel('What should it do?').fill('What kind of company is {Name}?');
    await sheet.getByLabel('Name of answer 1').fill('Kind');
    await sheet.getByLabel('Most tokens per run').fill('1500');
    expect(await violations(page, 'all')).toEqual([]);
    await takeScreenshots(page, 'list-ai-account');
    await sheet.getByRole('button', { name: 'Add column' }).click();
    const run = page.getByRole('dialog', { name: /^Run/ });
    await run.getByRole('button', { name: /^Run/ }).click();
    await expect(page.getByText('Completed')).toBeVisible();
    // One row fits into the limit.
    await expect(page.getByRole('gridcell', { name: 'shop', exact: true })).toBeVisible();
    await takeScreenshots(page, 'list-ai-limit');

    await page.goto('/dashboard/settings?tab=ai');
    await page.getByRole('button', { name: 'Remove key' }).click();
    await takeScreenshots(page, 'ai-key-remove');
    await page.getByRole('button', { name: 'Remove key' }).click();
    await expect(page.getByRole('button', { name: 'Save key' })).toBeVisible();
    expect(await violations(page, 'all')).toEqual([]);
  } finally {
    await model.close();
  }
});

test('the Run dialog says which rows wait for the next run, and why', async ({ page }) => {
  await signUp(page);
  const columns = [{ name: 'Domain' }];
  const { id } = await callAs(page, `${CALLS}/list-create`, { name: 'Sizes', columns });
  const rows = ['a', 'b', 'c'].map((name) => ({ Domain: `${name}.com` }));
  await callAs(page, `${CALLS}/list-add-rows`, { id, rows });
  const request = {
    url: 'https://api.example.com/x?domain={Domain}',
    fields: [{ name: 'Size', path: 'size' }],
    rowsPerRun: 1,
  };
  await callAs(page, `${CALLS}/list-step-save`, {
    id,
    step: {
      kind: 'tool',
      name: 'Sizes',
      tries: [{ tool: 'http-request', inputs: {}, request }],
      outputs: [{ field: 'Size' }],
    },
  });
  await page.goto(`/dashboard/lead-enrichment/${id}?run=all`);
  const run = page.getByRole('dialog', { name: 'Run' });
  await expect(run.getByText('1 row, 1 cell')).toBeVisible();
  await expect(
    run.getByText('“Sizes” takes 1 row in this run, the limit of its request. 2 rows wait for the next run.'),
  ).toBeVisible();
  expect(await violations(page, 'all')).toEqual([]);
  await takeScreenshots(page, 'list-run-limit');
});
