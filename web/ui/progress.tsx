import { cn } from '../lib/class-names.ts';

interface ProgressProps {
  /** What is in progress, for screen readers. */
  label: string;
  done: number;
  total: number;
  className?: string;
}

/** A progress bar. */
export function Progress({ label, done, total, className }: ProgressProps) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      aria-valuetext={`${done} of ${total}`}
      className={cn('h-2 w-full overflow-hidden rounded-full bg-muted', className)}
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform duration-700 ease-out"
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  );
}
