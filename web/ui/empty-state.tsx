import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Why it's empty and what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

/** Takes the place of content when there is none. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center px-6 py-12 text-center', className)}>
      <span className="flex size-11 items-center justify-center rounded-full border border-border bg-surface">
        <Icon aria-hidden className="size-5 text-muted-foreground" />
      </span>
      <p className="mt-4 text-lg font-medium tracking-tight">{title}</p>
      {children && <div className="mt-1 max-w-md text-muted-foreground text-balance">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
