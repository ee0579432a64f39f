import { cn } from '../../../lib/class-names.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import type { PaletteItem } from './palette-item.ts';

interface PaletteOptionProps {
  id: string;
  item: PaletteItem;
  active: boolean;
  /** The pointer moved over it. */
  onPoint: () => void;
  onRun: () => void;
}

/** A line of the palette. The focus stays in the field above, which also handles the keyboard. */
export function PaletteOption({ id, item, active, onPoint, onRun }: PaletteOptionProps) {
  const { label, detail, icon: Icon, keys } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the active line.
    <div
      id={id}
      role="option"
      aria-selected={active}
      // Only for real movement: a list that scrolls under the pointer chooses nothing.
      onPointerMove={() => {
        if (!active) onPoint();
      }}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 select-none md:min-h-9',
        active && 'bg-muted',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {detail && <span className="shrink-0 text-xs text-muted-foreground tabular-nums">{detail}</span>}
      {keys && (
        <span className="hidden sm:inline-flex">
          <Kbd keys={keys} />
        </span>
      )}
    </div>
  );
}
