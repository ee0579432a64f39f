import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const PUBLIC = join(import.meta.dirname, '../web/public');
const TEAL = '#0f766e';

/**
 * Draws the social card and the icons from favicon.svg into web/public. `page` must be open on the product, whose
 * font they use.
 */
export async function drawBrandImages(page: Page): Promise<void> {
  const mark = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
  await draw(page, 'social-card.png', { width: 1200, height: 630 }, cardHtml(mark));
  await draw(page, 'apple-touch-icon.png', { width: 180, height: 180 }, iconHtml(mark, 180, 28));
  await draw(page, 'icon-192.png', { width: 192, height: 192 }, iconHtml(mark, 192, 30));
  await draw(page, 'icon-512.png', { width: 512, height: 512 }, iconHtml(mark, 512, 80));
  const small = await draw(page, null, { width: 32, height: 32 }, iconHtml(mark, 32, 0));
  writeFileSync(join(PUBLIC, 'favicon.ico'), createIco(small));
}

async function draw(
  page: Page,
  file: string | null,
  size: { width: number; height: number },
  html: string,
): Promise<Buffer> {
  await page.setViewportSize(size);
  await page.evaluate(`document.body.innerHTML = ${JSON.stringify(html)}; document.fonts.ready`);
  return page.screenshot({ ...(file === null ? {} : { path: join(PUBLIC, file) }), animations: 'disabled' });
}

function cardHtml(mark: string): string {
  const text = 'font-family:"Inter Variable";letter-spacing:-.025em;color:#18181b';
  return `<div style="position:fixed;inset:0;background:#fff;z-index:99;padding:84px 88px;box-sizing:border-box;display:flex;flex-direction:column;justify-content:space-between;border-bottom:14px solid ${TEAL}">
    <div style="display:flex;align-items:center;gap:22px;font-size:44px;font-weight:600;line-height:1;${text}">
      <span style="width:64px;height:64px">${mark}</span>Leadwell</div>
    <div style="font-size:88px;font-weight:600;line-height:1.06;${text}">The contacts behind<br>any list of websites</div>
    <div style="font-size:32px;line-height:1.3;${text};letter-spacing:-.01em;color:#63636c">Emails, phones and social profiles, each with its source</div>
  </div>`;
}

function iconHtml(mark: string, size: number, padding: number): string {
  return `<div style="position:fixed;inset:0;background:#fff;z-index:99;padding:${padding}px;box-sizing:border-box;width:${size}px;height:${size}px">${mark}</div>`;
}

/** An .ico file with one PNG of 32 × 32 pixels. */
function createIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
