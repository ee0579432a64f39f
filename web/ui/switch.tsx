import * as RadixSwitch from 'radix-ui/switch';
import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

/** An on/off switch. Give it a Label through its id. */
export function Switch({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cn(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-input bg-muted p-0.5 transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        className,
      )}
      {...props}
    >
      <RadixSwitch.Thumb className="size-4.5 rounded-full bg-input transition-[translate,background-color] data-[state=checked]:translate-x-4 data-[state=checked]:bg-accent-foreground" />
    </RadixSwitch.Root>
  );
}
