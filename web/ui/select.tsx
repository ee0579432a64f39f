import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

/** The browser's native select, styled like an input. */
export function Select({
  className,
  size = 'md',
  children,
  ...props
}: Omit<ComponentProps<'select'>, 'size'> & { size?: 'sm' | 'md' }) {
  return (
    <div className={cn('relative min-w-0', className)}>
      <select
        className={cn(
          'w-full min-w-0 appearance-none truncate rounded-md border border-input bg-card pr-9 pl-3 text-lg transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger md:text-base pointer-coarse:h-10',
          size === 'sm' ? 'h-8' : 'h-9',
        )}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  );
}
