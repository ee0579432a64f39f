import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { LoadedPopoverContent, Popover, PopoverTrigger } from '../../ui/popover.tsx';
import type { ViewsPanelProps } from './views-panel.tsx';

const loadPanel = () => import('./views-panel.tsx');

/** Opens, saves and deletes views: which rows and columns are shown. */
export function ViewsMenu({ list, shown, onChanged, onOpen }: ViewsPanelProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm">
          <Bookmark aria-hidden />
          Views
          {list.views.length > 0 && (
            <span className="text-muted-foreground tabular-nums">{list.views.length}</span>
          )}
        </Button>
      </PopoverTrigger>
      <LoadedPopoverContent<ViewsPanelProps>
        align="end"
        aria-label="Views"
        className="w-80 max-w-[calc(100vw-1.5rem)] p-3"
        load={loadPanel}
        content={{
          list,
          shown,
          onChanged,
          onOpen(view) {
            onOpen(view);
            setOpen(false);
          },
        }}
      />
    </Popover>
  );
}
