import { TOOLS, TOOLS_BY_CARD, toolFor } from '#tools/index/tools.ts';
import { guideSlug } from './guide-slug.ts';

// What the pages for visitors know about tools and guides, as plain values. The build of the web client puts the values
// here (build/plain-values.ts), so that visitors don't load the definitions of all tools.

/** The guides of How To Use, by the last part of their address: one for each tool, then those of pages (guide.tsx). */
export const GUIDE_SLUGS: readonly string[] = [
  ...TOOLS.map(guideSlug),
  'database-export',
  'apollo-scraper',
  'browser-extensions',
];

/** What tools add to the list of what the unlimited plan includes. */
export const PLAN_LINES: readonly string[] = TOOLS_BY_CARD.flatMap(({ planLines = [] }) => planLines);

/** The tools that the footer links to. */
export const FOOTER_TOOLS: readonly { path: string; label: string }[] = TOOLS_BY_CARD.filter(
  ({ inFooter }) => inFooter,
).map(({ path, label }) => ({ path, label }));

/** The folders of the tools, in the order of their cards. */
export const TOOL_FOLDERS: readonly string[] = TOOLS_BY_CARD.map(({ folder }) => folder);

/** The name of the tool that the landing page shows at work. */
export const SHOWN_TOOL: string = toolFor('websites').label;
