import * as pages from '#tools/pages.ts';
import type { ToolPage } from './kit/tool-page.ts';

/** The pages of all tools. */
export const TOOL_PAGES: readonly ToolPage[] = Object.values<ToolPage>(pages);
