import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { COPIED_LABEL_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { Button } from '../../ui/button.tsx';

/** The code of a purchase, and the button that copies it. */
export function ActivationCode({ code }: { code: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      toast.success(MESSAGES.payments.activationCopied);
    } catch {
      toast.error('The browser did not allow copying. Select the code and copy it by hand.');
    }
  };
  return (
    <section aria-labelledby="activation" className="mt-8">
      <h2 id="activation" className="text-base font-medium tracking-normal">
        Your activation code
      </h2>
      <p className="mt-2 rounded-lg border border-border bg-surface px-4 py-3 text-center font-mono text-lg tracking-wide break-words select-all">
        {code}
      </p>
      <Button size="lg" className="mt-3 w-full" onClick={copy}>
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {copied ? 'Copied!' : 'Copy Activation Code'}
      </Button>
    </section>
  );
}
