import { TOOLS } from '#tools/index/tools.ts';
import type { ToolDefinition } from '#tools/tool.ts';

/** The guides of How To Use, by the last part of their address: one for each tool, then those of pages (guide.tsx). */
export const GUIDE_SLUGS: readonly string[] = [
  ...TOOLS.filter(({ placeholder }) => !placeholder).map(guideSlug),
  'database-export',
  'apollo-scraper',
  'browser-extensions',
];

/** The last part of the address of a tool's guide. */
export function guideSlug({ path }: Pick<ToolDefinition, 'path'>): string {
  return path.replace('/dashboard/', '');
}
