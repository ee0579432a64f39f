import { Check, Copy } from 'lucide-react';
import { toast } from 'sonner';
import { MESSAGES } from '#contract/messages.ts';
import { useCopy } from '../../lib/use-copy.ts';
import { Button } from '../../ui/button.tsx';

/** An activation code with a copy button. */
export function ActivationCode({ code }: { code: string }) {
  const { copied, copy } = useCopy(code);
  const onCopy = async () => {
    if (await copy()) toast.success(MESSAGES.payments.activationCopied);
  };
  return (
    <section aria-labelledby="activation" className="mt-8">
      <h2 id="activation" className="text-base font-medium tracking-normal">
        Your activation code
      </h2>
      <p className="mt-2 rounded-lg border border-border bg-surface px-4 py-3 text-center font-mono text-lg tracking-wide break-words select-all">
        {code}
      </p>
      <Button size="lg" className="mt-3 w-full" onClick={onCopy}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {copied ? 'Copied!' : 'Copy Activation Code'}
      </Button>
    </section>
  );
}
