import { cn } from '../lib/class-names.ts';

/** The logo: a drop inside two rings. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" className={cn('size-7 shrink-0 text-accent', className)}>
      <circle cx="16" cy="16" r="14.75" stroke="currentColor" strokeWidth="2.25" />
      <circle cx="16" cy="16" r="9.5" stroke="currentColor" strokeWidth="1.75" strokeOpacity="0.5" />
      <path
        d="M16 10.75c1.9 2.5 3.1 4.3 3.1 6.05a3.1 3.1 0 1 1-6.2 0c0-1.75 1.2-3.55 3.1-6.05Z"
        fill="currentColor"
      />
    </svg>
  );
}

/** The logo and the product name. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2 text-lg font-semibold tracking-tight', className)}>
      <BrandMark />
      Leadwell
    </span>
  );
}
