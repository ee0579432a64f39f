import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../lib/class-names.ts';

const TONES = {
  info: { icon: Info, box: 'border-border bg-surface', mark: 'text-muted-foreground' },
  success: { icon: CircleCheck, box: 'border-success/30 bg-success-soft', mark: 'text-success' },
  warning: { icon: TriangleAlert, box: 'border-warning/30 bg-warning-soft', mark: 'text-warning' },
  danger: { icon: CircleAlert, box: 'border-danger/30 bg-danger-soft', mark: 'text-danger' },
} satisfies Record<string, { icon: LucideIcon; box: string; mark: string }>;

interface AlertProps {
  tone: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons after the message. */
  action?: ReactNode;
  className?: string;
}

/** A message on the page. Screen readers announce `danger` at once and the other tones politely. */
export function Alert({ tone, title, children, action, className }: AlertProps) {
  const { icon: Icon, box, mark } = TONES[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn('flex flex-wrap items-start gap-x-3 gap-y-3 rounded-lg border px-4 py-3', box, className)}
    >
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', mark)} />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-medium">{title}</p>}
        {children && (
          <div className={cn('break-words', title && 'mt-0.5 text-muted-foreground')}>{children}</div>
        )}
      </div>
      {action && <div className="flex gap-2">{action}</div>}
    </div>
  );
}
