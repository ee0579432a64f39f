import { useEffect, useState } from 'react';
import { COPIED_LABEL_MS } from '#contract/limits.ts';
import { toast } from './toast.ts';

/** Copies a value. `copied` is true for COPIED_LABEL_MS; `copy` returns false if the browser blocked it. */
export function useCopy(value: string): { copied: boolean; copy: () => Promise<boolean> } {
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
      return true;
    } catch {
      toast.error('Your browser blocked copying. Select the text and copy it manually.');
      return false;
    }
  };
  return { copied, copy };
}
