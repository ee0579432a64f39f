import * as RadixPopover from 'radix-ui/popover';
import type { ComponentProps, RefObject } from 'react';
import { cn } from '../lib/class-names.ts';
import { AdoptedTrigger } from './adopted-trigger.tsx';

export interface PopoverPanelProps extends ComponentProps<typeof RadixPopover.Content> {
  trigger: RefObject<HTMLElement | null>;
  contentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The panel of a popover. */
export default function PopoverPanel({
  trigger,
  contentId,
  open,
  onOpenChange,
  className,
  ...props
}: PopoverPanelProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>
        <AdoptedTrigger element={trigger} />
      </RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          id={contentId}
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            'z-50 w-(--radix-popover-trigger-width) min-w-64 rounded-lg border border-border bg-card shadow-md data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in',
            className,
          )}
          {...props}
        />
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
