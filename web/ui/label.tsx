import type { ComponentProps } from 'react';
import { cn } from '../lib/class-names.ts';

export function Label({
  className,
  htmlFor,
  children,
  ...props
}: ComponentProps<'label'> & { htmlFor: string }) {
  return (
    <label htmlFor={htmlFor} className={cn('text-base font-medium', className)} {...props}>
      {children}
    </label>
  );
}
