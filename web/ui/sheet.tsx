import * as RadixDialog from 'radix-ui/dialog';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';
import { useReturnedFocus } from './use-returned-focus.ts';

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side: 'left' | 'right';
  /** For screen readers only. */
  title: string;
  /** What gets the focus after closing. Default: what had it before. */
  opener?: () => HTMLElement | null;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
  className?: string;
}

/**
 * A panel that slides in from one side. The focus stays inside and then returns to where it was. Escape
 * or a click outside closes it.
 */
export function Sheet({
  open,
  onOpenChange,
  side,
  title,
  opener,
  onKeyDown,
  children,
  className,
}: SheetProps) {
  const focus = useReturnedFocus(opener);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <RadixDialog.Content
          aria-describedby={undefined}
          {...focus}
          onKeyDown={onKeyDown}
          className={cn(
            'fixed inset-y-0 z-50 flex w-[min(18rem,85vw)] flex-col bg-card',
            side === 'left'
              ? 'left-0 border-r border-border data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left'
              : 'right-0 border-l border-border data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right',
            className,
          )}
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
