import { useLoaded } from '../../lib/use-loaded.ts';
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
