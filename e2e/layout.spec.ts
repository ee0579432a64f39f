import type { Locator, Page } from '@playwright/test';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import { sidewaysOverflow } from './fixtures/accessibility.ts';
import { expect, openDashboard, signUp, test } from './fixtures/app-test.ts';
import { chooseFile, csvFile } from './fixtures/list-job.ts';
import { VIEWPORTS } from './fixtures/screenshots.ts';

// One test changes how the browser points.
test.use({ ownContext: true });

const PHONE = { width: 360, height: 640 };

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  expect(box).not.toBeNull();
  return box as Box;
}

/** How far the last of `items` is from the right edge of their grid, in px. */
async function gapAtEnd(items: Locator): Promise<number> {
  const last = await boxOf(items.last());
  const grid = await boxOf(items.first().locator('..'));
  return Math.round(grid.x + grid.width - last.x - last.width);
}

test('the buttons of a long dialog stay in view on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signUp(page);
  const people = Array.from({ length: 40 }, (_, index) => `Ann ${index},ann${index}@x.example`);
  const importing = await chooseFile(page, csvFile('People.csv', ['Name,Email', ...people]));
  const send = importing.getByRole('button', { name: 'Import 40 rows' });
  await expect(send).toBeInViewport({ ratio: 1 });
  // Fields scroll out from under them when they get the focus.
  const role = importing.getByRole('combobox').last();
  await role.focus();
  const buttons = await boxOf(send.locator('..'));
  expect((await boxOf(role)).y + (await boxOf(role)).height).toBeLessThanOrEqual(buttons.y);
  await send.click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: /^Export/ }).getByRole('button', { name: 'Download' }),
  ).toBeInViewport({ ratio: 1 });
});

test('cards fill the rows of their grids', async ({ page }) => {
  await openDashboard(page);
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await page.goto('/dashboard/how-to-use');
    const guides = page.getByRole('region', { name: 'Guides' }).locator('ul > li');
    await expect.poll(() => gapAtEnd(guides)).toBe(0);
    await page.goto('/dashboard/lead-generation-tutorials');
    const tutorials = page.getByRole('region', { name: 'Featured tutorials' }).locator('ul > li');
    await expect.poll(() => gapAtEnd(tutorials)).toBe(0);
  }
  await page.setViewportSize(VIEWPORTS[0]);
  await page.goto('/dashboard');
  const card = (title: string) => page.locator('div:has(> div > h2)', { hasText: title });
  await expect(card('Recent Lists')).toBeVisible();
  expect((await boxOf(card('Recent Lists'))).height).toBe((await boxOf(card('Recent Tasks'))).height);
});

test('controls are large enough for a finger', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await openDashboard(page);
  for (const path of ['task-history', 'lead-enrichment', 'verified-email-finder', 'settings', 'usage']) {
    await page.goto(`/dashboard/${path}`);
    await expect(page.locator('.animate-pulse')).toHaveCount(0);
    expect(await smallControls(page), path).toEqual([]);
    expect(await sidewaysOverflow(page), path).toBeLessThanOrEqual(0);
  }
});

test('a mail with a long address fits a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const long = `https://www.${'bakery'.repeat(12)}.example/${'path/'.repeat(8)}`;
  const mail = {
    subject: 'Done',
    heading: `${long} is done`,
    paragraphs: [`We read ${long} for you.`],
    facts: [['Task', long]] as const,
    button: { label: 'View results', url: long },
    unexpected: `You can turn these emails off at ${long}.`,
    reason: 'You get this email because a task ended.',
  };
  await page.setContent(renderMail('ada@example.com', mail, 'https://leads.example.com').html);
  expect(await sidewaysOverflow(page)).toBeLessThanOrEqual(0);
});

/** Buttons that look like buttons, text fields and selects below 40 px, as text. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll(
    'main :is(button, a).rounded-md, main select, main input:is([type=text], [type=search], [type=date], :not([type]))'
  )].filter((control) => control.offsetHeight > 0 && control.offsetHeight < 40)
    .map((control) => control.outerHTML.slice(0, 100))`);
}
