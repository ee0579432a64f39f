import { cn } from '../lib/class-names.ts';

/** A placeholder for loading content. It's hidden from screen readers: announce loading elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} />;
}
