import type { ToolDefinition } from '#tools/definition.ts';
import type { IconName, Page, PageScreen } from '../pages/page.ts';

/** A tool's page. */
export interface ToolPage extends Page {
  tool: ToolDefinition;
  icon: IconName;
}

interface ToolPageOptions extends Pick<ToolPage, 'icon' | 'shortcut'> {
  /** The tool's folder. Its view is in web/page.tsx. */
  folder: string;
  /** Shows the tool with results, for the picture in its guide (web/guide-picture.webp). */
  results?: Pick<PageScreen, 'query' | 'task'>;
}

/** The page of a tool, from its definition. */
export function toolPage(tool: ToolDefinition, { folder, results, ...more }: ToolPageOptions): ToolPage {
  const { path, title, label, description, nav, card, placeholder } = tool;
  const name = path.replace('/dashboard/', '');
  const web = `tools/${folder}/web`;
  const screens: PageScreen[] = [{ name }];
  if (results) screens.push({ name: `${name}-results`, ...results, picture: `${web}/guide-picture.webp` });
  return {
    tool,
    folder: `../${web}`,
    path,
    title,
    label,
    description,
    access: 'signed-in',
    nav,
    ...(card && { card }),
    ...(placeholder && { placeholder }),
    ...more,
    screens,
  };
}
