import { Download, FileText, Keyboard, List, LogOut, PanelLeft, Plus, Tag } from 'lucide-react';
import { useNavigate } from 'react-router';
import { taskPath } from '#tools/index/tools.ts';
import { useAccountExport } from '../../../lib/account-export.ts';
import { formatDate } from '../../../lib/format.ts';
import { listPath, useListCsv, useLists } from '../../../lib/lists.ts';
import { chooseTheme } from '../../../lib/theme.ts';
import { TOOL_PAGES } from '../../../pages/all-pages.ts';
import { pageIcon } from '../../page-icon.ts';
import { taskLabels, taskTitle } from '../../task-labels.ts';
import { THEME_OPTIONS } from '../../theme-options.ts';
import { useTasks } from '../../use-task.ts';
import { NAV_LINKS } from '../nav-links.ts';
import { keysOfPage } from '../shortcuts.ts';
import { PALETTE_GROUPS, type PaletteItem } from './match-items.ts';

/** How many tasks can be found by name. */
const SEARCHED_TASKS = 100;

export interface PaletteActions {
  showTools: () => void;
  showShortcuts: () => void;
  toggleSidebar: () => void;
  logOut: () => void;
}

/** Everything that the palette offers, in the order of its groups; for a new task, the tools. */
export function usePaletteItems(
  actions: PaletteActions,
  newTask: boolean,
): { items: PaletteItem[]; loading: boolean } {
  const navigate = useNavigate();
  const tasks = useTasks(SEARCHED_TASKS);
  const lists = useLists();
  const listCsv = useListCsv();
  const accountExport = useAccountExport();
  const go = (path: string) => () => void navigate(path);

  if (newTask) {
    const tools = TOOL_PAGES.filter(({ tool }) => tool.task).map(({ tool, icon }) => ({
      id: `new ${tool.path}`,
      group: 'New task' as const,
      label: tool.label,
      words: tool.description,
      icon: pageIcon(icon),
      run: go(tool.path),
    }));
    return { items: tools, loading: false };
  }

  const items: PaletteItem[] = [
    ...NAV_LINKS.map(({ path, label, words, icon }) => ({
      id: `page ${path}`,
      group: 'Go to' as const,
      label,
      words,
      icon,
      keys: keysOfPage(path),
      run: go(path),
    })),
    ...(tasks.data?.tasks ?? []).map((task) => ({
      id: `task ${task.id}`,
      group: 'Tasks' as const,
      label: taskTitle(task),
      detail: formatDate(task.createdat),
      words: `${taskLabels(task.type).name} ${task.status}`,
      icon: FileText,
      run: go(taskPath(task) ?? '/dashboard/task-history'),
    })),
    ...(lists.data?.lists ?? []).map((list) => ({
      id: `list ${list.id}`,
      group: 'Lists' as const,
      label: list.name,
      icon: List,
      run: go(listPath(list.id)),
    })),
    ...(lists.data?.lists ?? [])
      .filter(({ rows }) => rows > 0)
      .map((list) => ({
        id: `download ${list.id}`,
        group: 'Downloads' as const,
        label: `Download ${list.name}`,
        detail: 'CSV',
        icon: Download,
        run: () => listCsv.mutate({ list }),
      })),
    {
      id: 'new task',
      group: 'Actions',
      label: 'New task',
      words: 'start run upload',
      icon: Plus,
      keys: 'n',
      run: actions.showTools,
    },
    {
      id: 'export',
      group: 'Actions',
      label: 'Download my data',
      words: 'export account json',
      icon: Download,
      run: () => accountExport.mutate(),
    },
    ...THEME_OPTIONS.map(({ theme, icon }) => ({
      id: `theme ${theme}`,
      group: 'Actions' as const,
      label: `Use the ${theme} theme`,
      words: 'appearance color mode',
      icon,
      run: () => chooseTheme(theme),
    })),
    {
      id: 'sidebar',
      group: 'Actions',
      label: 'Show or hide the sidebar',
      words: 'toggle menu',
      icon: PanelLeft,
      keys: 'mod+b',
      run: actions.toggleSidebar,
    },
    {
      id: 'shortcuts',
      group: 'Actions',
      label: 'Keyboard shortcuts',
      words: 'keys help',
      icon: Keyboard,
      keys: '?',
      run: actions.showShortcuts,
    },
    {
      id: 'plans',
      group: 'Actions',
      label: 'Compare plans',
      words: 'upgrade pricing unlimited',
      icon: Tag,
      run: go('/pricing'),
    },
    {
      id: 'log out',
      group: 'Actions',
      label: 'Log out',
      words: 'sign out',
      icon: LogOut,
      run: actions.logOut,
    },
  ];
  items.sort((a, b) => PALETTE_GROUPS.indexOf(a.group) - PALETTE_GROUPS.indexOf(b.group));
  return { items, loading: tasks.isLoading || lists.isLoading };
}
