import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { ToolDefinition } from '#tools/definition.ts';
import type { OpenTaskProps } from './open-task.tsx';

/** A tool's page: its navigation icon and its lazy-loaded component. */
export interface ToolPage {
  tool: ToolDefinition;
  icon: LucideIcon;
  load: () => Promise<{ Component: ComponentType }>;
  /** an open task, for a tool that works through a list */
  loadTask?: () => Promise<{ default: ComponentType<OpenTaskProps> }>;
}
