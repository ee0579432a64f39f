import { Check, Copy } from 'lucide-react';
import { MESSAGES } from '#contract/messages.ts';
import { cn } from '../lib/class-names.ts';
import { toast } from '../lib/toast.ts';
import { useCopy } from '../lib/use-copy.ts';
import { Button } from '../ui/button.tsx';

interface ActivationCodeProps {
  code: string;
  /** below each other, as wide as the box around them */
  stacked?: boolean;
}

/** An activation code with a copy button. */
export function ActivationCode({ code, stacked = false }: ActivationCodeProps) {
  const { copied, copy } = useCopy(code);
  const onCopy = async () => {
    if (await copy()) toast.success(MESSAGES.payments.activationCopied);
  };
  return (
    <div className={cn('grid gap-3', !stacked && 'sm:flex sm:flex-wrap sm:items-center')}>
      <p
        className={cn(
          'rounded-lg border border-border bg-surface text-center font-mono tracking-wide break-words select-all',
          stacked ? 'px-4 py-3 text-lg' : 'px-3 py-2',
        )}
      >
        {code}
      </p>
      <Button size={stacked ? 'lg' : 'md'} variant={stacked ? 'primary' : 'secondary'} onClick={onCopy}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {copied ? 'Copied!' : 'Copy Activation Code'}
      </Button>
    </div>
  );
}
