import type { LucideIcon } from 'lucide-react';
import * as icons from '../pages/icons.ts';
import type { IconName } from '../pages/page.ts';

const ICONS: Readonly<Record<IconName, LucideIcon>> = icons;

/** The icon that a page names. */
export function pageIcon(name: IconName): LucideIcon {
  return ICONS[name];
}
