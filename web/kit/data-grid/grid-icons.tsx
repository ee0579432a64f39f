import { ExternalLink, LoaderCircle } from 'lucide-react';
import type { Ref } from 'react';
import { cn } from '../../lib/class-names.ts';
import { STATUS_MARKS } from './cell-status.ts';
import type { CellStatus } from './data-grid-props.ts';

/** The icons that cells show, rendered once, out of sight, for cells to copy (`iconCopy`). */
export function GridIcons({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} hidden>
      {Object.entries(STATUS_MARKS).map(([status, { icon: Icon }]) => (
        <Icon
          key={status}
          aria-hidden
          data-icon={status}
          className={cn('size-3.5 shrink-0', Icon === LoaderCircle && 'animate-spin')}
        />
      ))}
      <ExternalLink aria-hidden data-icon="link" className="size-3.5" />
    </div>
  );
}

/** A copy of an icon of `GridIcons`. */
export function iconCopy(icons: HTMLElement | null, name: CellStatus | 'link'): Node {
  const icon = icons?.querySelector(`[data-icon="${name}"]`);
  return icon?.cloneNode(true) ?? document.createComment(name);
}
