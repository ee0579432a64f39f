import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { NAV_GROUPS } from './nav-links.ts';
import { Sidebar } from './sidebar.tsx';

function render(collapsed: boolean): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/dashboard/settings']}>
      <Sidebar
        account={undefined}
        choices={{ pinned: [], open: { Scrapers: true } }}
        onChoices={() => {}}
        collapsed={collapsed}
      />
    </MemoryRouter>,
  );
}

it.each([false, true])('lays out every link, collapsed: %s', (collapsed) => {
  const html = render(collapsed);
  const links = [...html.matchAll(/<a [^>]*href="\/(?:dashboard|pricing)[^>]*>/g)].map(([tag]) => tag);
  expect(links.length).toBeGreaterThan(15);
  // A class function, turned into text by the tooltip, would lose the layout.
  for (const link of links) expect(link).toMatch(/class="[^"]*\bflex\b[^"=>]*/);
  expect(html).not.toContain('=&gt;');
});

it('marks the current page', () => {
  expect(render(true)).toMatch(
    /aria-current="page"[^>]*href="\/dashboard\/settings"|href="\/dashboard\/settings"[^>]*aria-current="page"/,
  );
});

it('lists the scrapers apart from the other tools, and settings and usage under the account', () => {
  const labels = (group: string) =>
    NAV_GROUPS.find(({ label }) => label === group)?.links.map(({ label }) => label) ?? [];
  expect(NAV_GROUPS.map(({ label }) => label)).toEqual(['Find', 'Scrapers', 'Account']);
  expect(labels('Scrapers')).toEqual(
    expect.arrayContaining([
      'Google Maps Scraper',
      'LinkedIn Scraping',
      'Apollo Scraper',
      'Crunchbase Scraper',
    ]),
  );
  expect(labels('Account')).toEqual(expect.arrayContaining(['Usage and Billing', 'Settings']));
});
