import { useId } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Label } from '../../ui/label.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SHORTCUT_GROUPS } from './shortcuts.ts';

export interface ShortcutListProps {
  open: boolean;
  onClose: () => void;
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
}

/** All keyboard shortcuts, with a switch for those without Ctrl or Cmd (WCAG 2.1.4). */
export default function ShortcutList({ open, onClose, singleKeys, onSingleKeys }: ShortcutListProps) {
  const id = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Keyboard shortcuts"
      help="They don’t work while you type in a field."
      className="w-[min(44rem,calc(100vw-2rem))]"
    >
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {SHORTCUT_GROUPS.map(({ label, shortcuts }) => (
          <section key={label} aria-labelledby={`${id}-${label}`}>
            <h3 id={`${id}-${label}`} className="text-base tracking-normal">
              {label}
            </h3>
            <dl className="mt-2 divide-y divide-border border-y border-border">
              {shortcuts.map((shortcut) => (
                <div key={shortcut.keys} className="flex min-h-9 items-center justify-between gap-4 py-1.5">
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-6 flex items-center justify-between gap-4">
        <div>
          <Label htmlFor={`${id}-single`}>Shortcuts without Ctrl or Cmd</Label>
          <p className="mt-0.5 text-sm text-muted-foreground">
            Turn these off if you use speech input or press keys by accident.
          </p>
        </div>
        <Switch id={`${id}-single`} checked={singleKeys} onCheckedChange={onSingleKeys} />
      </div>
    </Dialog>
  );
}
