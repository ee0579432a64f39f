import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '../lib/theme.ts';

/** The themes to choose from, in order. */
export const THEME_OPTIONS: readonly { theme: Theme; label: string; icon: LucideIcon }[] = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
];
