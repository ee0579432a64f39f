import type { TaskType } from '#contract/tasks.ts';
import type { Tool } from './tool.ts';
import {
  createWebsiteExtraction,
  type WebsiteExtractionOptions,
} from './website-extraction/website-extraction.ts';

/** What the operator's configuration says to the tools. */
export type ToolOptions = WebsiteExtractionOptions;

/** Task type -> how its tool is made. A type without an entry is not built yet. */
export const TOOL_FACTORIES: Partial<Record<TaskType, (options: ToolOptions) => Tool>> = {
  'website-extraction': createWebsiteExtraction,
};
