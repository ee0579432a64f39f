import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidewaysOverflow, violations } from './fixtures/accessibility.ts';
import { expect, signUp, test } from './fixtures/app-test.ts';
import { changeReplies } from './fixtures/held-calls.ts';
import { takeScreenshots, VIEWPORTS } from './fixtures/screenshots.ts';

test('the admin page finds what is stored about a person, for the person, and erases it', async ({
  page,
  server,
}) => {
  // An erase reads everything that the server of all tests has.
  test.slow();
  const user = await signUp(page);
  const secrets = readFileSync(join(server.dataDir, 'secrets.json'), 'utf8');
  const adminKey = (JSON.parse(secrets) as { ADMIN_KEY: string }).ADMIN_KEY;
  const email = `erase.${user.email.split('@')[0]}@firm.example`;
  await page.goto('/admin');
  const card = page.getByRole('region', { name: 'Rights of people' });
  await card.getByRole('button', { name: 'Find what is stored' }).click();
  await expect(page.getByLabel('Admin key')).toBeFocused();
  await page.getByLabel('Admin key').fill(adminKey);
  await card.getByRole('button', { name: 'Find what is stored' }).click();
  await expect(card.getByRole('textbox', { name: 'Person' })).toHaveAccessibleDescription(
    /Enter an email address/,
  );
  await card.getByRole('textbox', { name: 'Person' }).fill('firm.example');
  await card.getByRole('button', { name: 'Find what is stored' }).click();
  await expect(card.getByText('is a domain, which has many people')).toBeVisible();

  await card.getByRole('textbox', { name: 'Person' }).fill(`${user.email}, ${email}`);
  const exported = { account: 'buyer@firm.example', database: 'Apollo', at: [], day: '2026-03-04' };
  const release = await changeReplies(page, 'functions/v1/admin-person-report', (reply) => ({
    ...reply,
    report: { ...reply.report, exports: [exported] },
  }));
  await card.getByRole('button', { name: 'Find what is stored' }).click();
  await expect(card.getByRole('row').filter({ hasText: 'User accounts' })).toContainText(user.email);
  await expect(card.getByRole('cell', { name: 'Mar 04, 2026', exact: true })).toBeVisible();
  await release();
  await expect(card.getByText('Not on the opt-out list')).toBeVisible();
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    expect([viewport.width, await sidewaysOverflow(page), await violations(page, 'all')]).toEqual([
      viewport.width,
      0,
      [],
    ]);
  }
  await takeScreenshots(page, 'admin-person');
  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download letter' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('What we store about you');

  await card.getByRole('textbox', { name: 'Person' }).fill(email);
  await card.getByRole('button', { name: 'Find what is stored' }).click();
  await expect(card.getByText('Nothing is stored about this person.')).toBeVisible();
  await card.getByRole('button', { name: 'Erase this person' }).click();
  const question = page.getByRole('dialog', { name: 'Erase this person?' });
  await expect(question).toContainText(email);
  await takeScreenshots(page, 'admin-person-question');
  await question.getByRole('button', { name: 'Erase' }).click();
  await expect(card.getByText('The person was erased. A second search found nothing else.')).toBeVisible({
    timeout: 90_000,
  });
  await takeScreenshots(page, 'admin-person-receipt');

  // The receipt is shown only once: nothing reloads the page before it is downloaded.
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  const upgrade = page.getByRole('button', { name: 'Upgrade to Unlimited' });
  await upgrade.click();
  await expect(page.getByText(/^Successfully upgraded/)).toBeVisible();
  await expect(upgrade).toBeEnabled();
  const receipt = card.getByText('The person was erased.');
  await expect(receipt).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const leaving = await asked;
  expect(leaving.type()).toBe('beforeunload');
  await leaving.dismiss();
  await expect(receipt).toBeVisible();
  const receiptFile = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download receipt' }).click();
  expect(readFileSync(await (await receiptFile).path(), 'utf8')).toContain(email);

  await card.getByRole('button', { name: 'Find what is stored' }).click();
  await expect(card.getByText('On the opt-out list', { exact: true })).toBeVisible();
  expect(server.log()).not.toContain('"level":"error"');
});
