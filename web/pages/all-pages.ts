import * as toolPages from '#tools/pages.ts';
import type { ToolPage } from '../kit/tool-page.ts';
import type { Page } from './page.ts';
import * as pages from './pages.ts';

/** The pages of all tools, in the order of the sidebar. */
export const TOOL_PAGES: readonly ToolPage[] = Object.values<ToolPage>(toolPages).sort(byNavOrder);

/** Every page, with those of the tools; first the dashboard's home, then in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  pages.dashboard,
  ...[...Object.values<Page | readonly Page[]>(pages).flat(), ...TOOL_PAGES]
    .filter((page) => page !== pages.dashboard)
    .sort(byNavOrder),
];

/** Pages without a link come last. */
function byNavOrder(a: Page, b: Page): number {
  return (a.nav?.order ?? Infinity) - (b.nav?.order ?? Infinity) || 0;
}
