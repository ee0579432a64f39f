/** What a shortcut does: opens a page, or one of the shell's own commands. */
export type ShellCommand = { go: string } | 'palette' | 'new-task' | 'search' | 'shortcuts' | 'sidebar';

export interface Shortcut {
  /** as in lib/key-presses.ts */
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

const PAGES: readonly Shortcut[] = [
  page('d', 'Dashboard', '/dashboard'),
  page('w', 'Website Extraction', '/dashboard/website-extraction'),
  page('e', 'Verified Email Finder', '/dashboard/verified-email-finder'),
  page('c', 'Company To Domain', '/dashboard/company-to-domain'),
  page('x', 'Database Export', '/dashboard/database-export'),
  page('l', 'Lists', '/dashboard/lists'),
  page('t', 'Task History', '/dashboard/task-history'),
  page('u', 'Usage and Billing', '/dashboard/usage'),
  page('s', 'Settings', '/dashboard/settings'),
  page('h', 'How To Use', '/dashboard/how-to-use'),
];

export const SHORTCUT_GROUPS = [
  { label: 'Anywhere', shortcuts: GENERAL },
  { label: 'Go to', shortcuts: PAGES },
] as const;

/** The shortcuts that work. Without single keys, only those with Ctrl or Cmd do. */
export function activeShortcuts(singleKeys: boolean): Shortcut[] {
  return [...GENERAL, ...PAGES].filter(({ keys }) => singleKeys || keys.startsWith('mod+'));
}

/** The keys that open a page: "g d". */
export function keysOfPage(path: string): string | undefined {
  return PAGES.find(({ command }) => typeof command === 'object' && command.go === path)?.keys;
}

function page(key: string, label: string, go: string): Shortcut {
  return { keys: `g ${key}`, label, command: { go } };
}
