import { Check } from 'lucide-react';
import { cn } from '../lib/class-names.ts';
import { useCopy } from '../lib/use-copy.ts';
import { Tooltip } from './tooltip.tsx';

interface CopyValueProps {
  value: string;
  /** A shorter text to show in place of the value. */
  label?: string;
  /** A long value takes several lines instead of being truncated. */
  wraps?: boolean;
  className?: string;
}

/** A value that a click copies. The label is truncated to fit unless it wraps; the tooltip shows the full value. */
export function CopyValue({ value, label = value, wraps, className }: CopyValueProps) {
  const { copied, copy } = useCopy(value);

  return (
    <Tooltip content={copied ? 'Copied!' : value}>
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? `${value}, copied` : `Copy ${value}`}
        className={cn(
          '-mx-1 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1 text-left transition-colors hover:bg-muted',
          wraps && 'mx-0 px-0',
          className,
        )}
      >
        {wraps ? (
          <WrappedText text={label} />
        ) : (
          <span dir="auto" className="truncate">
            {label}
          </span>
        )}
        {copied && <Check aria-hidden className="size-3.5 shrink-0 text-success" />}
      </button>
    </Tooltip>
  );
}

/** A text on several lines, in the direction of its own script. An email address breaks after its @ first. */
function WrappedText({ text }: { text: string }) {
  const atSign = text.indexOf('@') + 1;
  return (
    <bdi className="wrap-anywhere whitespace-normal">
      {text.slice(0, atSign)}
      {atSign > 0 && <wbr />}
      {text.slice(atSign)}
    </bdi>
  );
}
