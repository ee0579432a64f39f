import { cn } from '../lib/class-names.ts';

/** Stands where something will be, in its size. Say to screen readers elsewhere that it loads. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} />;
}
