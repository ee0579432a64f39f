import * as RadixPopover from 'radix-ui/popover';
import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

export const Popover = RadixPopover.Root;
export const PopoverTrigger = RadixPopover.Trigger;

/** A panel that opens next to its trigger, at least as wide as the trigger. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof RadixPopover.Content>) {
  return (
    <RadixPopover.Portal>
      <RadixPopover.Content
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
  );
}
