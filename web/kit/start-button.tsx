import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';
import { Button } from '../ui/button.tsx';

/** Starts the list of a form, like Ctrl+Enter or ⌘+Enter in its field. */
export function StartButton({ className, ...props }: Omit<ComponentProps<typeof Button>, 'title'>) {
  return (
    <Button
      aria-keyshortcuts="Control+Enter Meta+Enter"
      title="Ctrl+Enter or ⌘+Enter"
      className={cn('w-full sm:w-auto', className)}
      {...props}
    />
  );
}
