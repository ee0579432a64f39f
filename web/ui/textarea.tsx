import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

/** A multi-line text field with 16 px text on phones: iOS zooms into fields with smaller text. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={cn(
        'min-h-32 w-full rounded-md border border-input bg-card px-3 py-2 text-lg transition-colors placeholder:text-muted-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger md:text-base',
        className,
      )}
      {...props}
    />
  );
}
