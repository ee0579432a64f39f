import { useRef } from 'react';

/** The Idempotency-Key of a change that has no input: the same until `renew`, so that a click after a lost response repeats it. */
export function useRepeatKey(): { key(): string; renew(): void } {
  const last = useRef<string>(undefined);
  return {
    key: () => {
      last.current ??= crypto.randomUUID();
      return last.current;
    },
    renew: () => {
      last.current = undefined;
    },
  };
}
