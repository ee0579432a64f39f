import { type ClassValue, clsx } from 'clsx';
import { createTailwindMerge } from 'tailwind-merge';
import { CLASS_GROUPS, OVERRIDDEN_GROUPS } from './class-groups.ts';

const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: CLASS_GROUPS,
  conflictingClassGroups: OVERRIDDEN_GROUPS,
  conflictingClassGroupModifiers: { 'text-size': ['leading'] },
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'placeholder'],
}));

/** Joins class names. If two set the same property, the later one wins. */
export function cn(...names: ClassValue[]): string {
  return merge(clsx(names));
}
