import { PAGES } from '../../pages/all-pages.ts';

/** What a shortcut does: opens a page, or one of the shell's own commands. */
export type ShellCommand = { go: string } | 'palette' | 'new-task' | 'search' | 'shortcuts' | 'sidebar';

export interface Shortcut {
  /** as in key-presses.ts */
  keys: string;
  label: string;
  command: ShellCommand;
}

const GENERAL: readonly Shortcut[] = [
  { keys: 'mod+k', label: 'Search and run commands', command: 'palette' },
  { keys: 'mod+b', label: 'Show or hide the sidebar', command: 'sidebar' },
  { keys: '/', label: 'Search on this page', command: 'search' },
  { keys: 'n', label: 'Start a new task', command: 'new-task' },
  { keys: '?', label: 'Show keyboard shortcuts', command: 'shortcuts' },
];

const OF_PAGES: readonly Shortcut[] = PAGES.flatMap(({ shortcut, path, title, label = title }) =>
  shortcut ? { keys: `g ${shortcut}`, label, command: { go: path } } : [],
);

export const SHORTCUT_GROUPS = [
  { label: 'Anywhere', shortcuts: GENERAL },
  { label: 'Go to', shortcuts: OF_PAGES },
] as const;

/** The shortcuts that work. Without single keys, only those with Ctrl or Cmd do. */
export function activeShortcuts(singleKeys: boolean): Shortcut[] {
  return [...GENERAL, ...OF_PAGES].filter(({ keys }) => singleKeys || keys.startsWith('mod+'));
}

/** The keys that open a page: "g d". */
export function keysOfPage(path: string): string | undefined {
  return OF_PAGES.find(({ command }) => typeof command === 'object' && command.go === path)?.keys;
}
