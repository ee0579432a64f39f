import * as definitions from '#tools/index/definitions.ts';
import type { ToolDefinition } from '#tools/tool.ts';
import type { IconName, Page, PageScreen } from './page.ts';
import * as pages from './pages.ts';

/** A tool's page, from its definition. */
export interface ToolPage extends Page {
  tool: ToolDefinition;
  icon: IconName;
}

/** The pages of all tools, in the order of the sidebar. */
export const TOOL_PAGES: readonly ToolPage[] = Object.values<ToolDefinition<IconName>>(definitions)
  .map(toolPage)
  .sort(byNavOrder);

/** Every page, with those of the tools; first the dashboard's home, then in the order of the sidebar. */
export const PAGES: readonly Page[] = [
  pages.dashboard,
  ...[...Object.values<Page | readonly Page[]>(pages).flat(), ...TOOL_PAGES]
    .filter((page) => page !== pages.dashboard)
    .sort(byNavOrder),
];

/** Its view is in web/page.tsx of the tool's folder. */
function toolPage(tool: ToolDefinition<IconName>): ToolPage {
  const { path, title, label, description, nav, icon, shortcut, card, task, hasPicture } = tool;
  const name = path.replace('/dashboard/', '');
  const folder = `../tools/${tool.folder}/web`;
  const screens: PageScreen[] = [{ name }];
  if (task && hasPicture) {
    screens.push({
      name: `${name}-results`,
      task: { type: task.type, status: 'completed' },
      picture: `tools/${tool.folder}/web/guide-picture.webp`,
    });
  }
  return {
    tool,
    folder,
    path,
    title,
    label,
    description,
    access: 'signed-in',
    nav,
    icon,
    ...(shortcut && { shortcut }),
    ...(card && { card }),
    screens,
  };
}

/** Pages without a link come last. */
function byNavOrder(a: Page, b: Page): number {
  return (a.nav?.order ?? Infinity) - (b.nav?.order ?? Infinity) || 0;
}
