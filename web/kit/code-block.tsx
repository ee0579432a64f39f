import { Check, Copy } from 'lucide-react';
import { useCopy } from '../lib/use-copy.ts';
import { Button } from '../ui/button.tsx';

/** Code that scrolls sideways, with a button beside it to copy it. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const { copied, copy } = useCopy(code);
  return (
    <div className="flex items-start rounded-lg border border-border bg-surface">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach scroll areas (WCAG 2.1.1). */}
      <section aria-label={label} tabIndex={0} className="min-w-0 flex-1 overflow-x-auto p-4">
        <pre className="font-mono text-sm leading-5">
          <code>{code}</code>
        </pre>
      </section>
      <Button
        variant="secondary"
        size="icon-sm"
        className="m-2.5 shrink-0"
        aria-label={copied ? 'Copied' : 'Copy the example'}
        onClick={() => void copy()}
      >
        {copied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </Button>
    </div>
  );
}
