import type { ToolDefinition } from '#tools/tool.ts';

/** The last part of the address of a tool's guide. */
export function guideSlug({ path }: Pick<ToolDefinition, 'path'>): string {
  return path.replace('/dashboard/', '');
}
