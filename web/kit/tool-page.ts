import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ToolDefinition } from '#tools/definition.ts';

/** The page of a tool: its icon in navigation, and its component, loaded when it is opened. */
export interface ToolPage {
  tool: ToolDefinition;
  icon: LucideIcon;
  load: () => Promise<{ Component: ComponentType }>;
}
