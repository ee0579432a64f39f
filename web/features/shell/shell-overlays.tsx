import { type ComponentType, useEffect, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { toast } from '../../lib/toast.ts';
import type { PaletteProps } from './palette/palette.tsx';
import type { ShortcutListProps } from './shortcut-list.tsx';
import type { ShellCommands } from './use-shell-commands.ts';

interface ShellOverlaysProps {
  commands: ShellCommands;
  onToggleSidebar: () => void;
  onLogOut: () => void;
}

/** The command palette and the list of shortcuts. Both are loaded when they are first opened. */
export function ShellOverlays({ commands, onToggleSidebar, onLogOut }: ShellOverlaysProps) {
  const { overlay, show, singleKeys, setSingleKeys } = commands;
  const close = () => show(null);
  const paletteOpen = overlay === 'palette' || overlay === 'new-task';
  const Palette = useLoaded<PaletteProps>(paletteOpen, loadPalette, close);
  const ShortcutList = useLoaded<ShortcutListProps>(overlay === 'shortcuts', loadShortcuts, close);
  return (
    <>
      {Palette && (
        <Palette
          open={paletteOpen}
          newTask={overlay === 'new-task'}
          onClose={close}
          showTools={() => show('new-task')}
          showShortcuts={() => show('shortcuts')}
          toggleSidebar={onToggleSidebar}
          logOut={onLogOut}
        />
      )}
      {ShortcutList && (
        <ShortcutList
          open={overlay === 'shortcuts'}
          onClose={close}
          singleKeys={singleKeys}
          onSingleKeys={setSingleKeys}
        />
      )}
    </>
  );
}

const loadPalette = () => import('./palette/palette.tsx');
const loadShortcuts = () => import('./shortcut-list.tsx');

/** A component, from the first time it is wanted. A failure to load it must not replace the page, unlike with lazy. */
function useLoaded<P>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<P> }>,
  onFailure: () => void,
): ComponentType<P> | null {
  const [loaded, setLoaded] = useState<{ component: ComponentType<P> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onFailure` is a new function on each render.
  useEffect(() => {
    if (!wanted || loaded) return;
    load().then(
      (module) => setLoaded({ component: module.default }),
      () => {
        onFailure();
        toast.error(MESSAGES.shell.notLoaded);
      },
    );
  }, [wanted, loaded, load]);
  return loaded?.component ?? null;
}
