import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

/** A text field with 16 px text on phones: iOS zooms into fields with smaller text. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={cn(
        'h-9 w-full min-w-0 rounded-md border border-input bg-card px-3 text-lg transition-colors placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger md:text-base pointer-coarse:h-10',
        className,
      )}
      {...props}
    />
  );
}
