import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { COPIED_LABEL_MS } from '#contract/limits.ts';
import { cn } from '../lib/class-names.ts';
import { Tooltip } from './tooltip.tsx';

interface CopyValueProps {
  value: string;
  /** What is shown for it, where the whole value says too much. */
  label?: string;
  className?: string;
}

/** A value that a click copies. Cut to the width there is; the whole stands in the tooltip and goes to the clipboard. */
export function CopyValue({ value, label = value, className }: CopyValueProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      toast.error('The browser did not allow copying. Select the text and copy it by hand.');
    }
  };

  return (
    <Tooltip content={copied ? 'Copied!' : value}>
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? `${value}, copied` : `Copy ${value}`}
        className={cn(
          '-mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 text-left transition-colors hover:bg-muted',
          className,
        )}
      >
        <span className="truncate">{label}</span>
        {copied && <Check aria-hidden className="size-3.5 shrink-0 text-success" />}
      </button>
    </Tooltip>
  );
}
