import { useEffect, useRef } from 'react';
import { toast } from '../lib/toast.ts';
import { useQueryState } from '../lib/use-query-state.ts';
import { SAMPLE_PARAMETER } from './guide.ts';

/**
 * Fills in the sample list if the address asks for it (`?sample=1`), once, as soon as the form is `ready`, and takes the
 * parameter out of the address.
 * `fill` returns how to get the list back that it replaced, or null if there was none.
 */
export function useSample(fill: () => (() => void) | null, ready = true): void {
  const [params, setParams] = useQueryState();
  const filled = useRef(false);
  const wanted = params.get(SAMPLE_PARAMETER) === '1';
  useEffect(() => {
    if (!wanted || !ready || filled.current) return;
    filled.current = true;
    const restore = fill();
    setParams(
      (before) => {
        before.delete(SAMPLE_PARAMETER);
        return before;
      },
      { replace: true },
    );
    if (restore)
      toast.info('The sample replaced your list', {
        id: 'sample',
        action: { label: 'Undo', onClick: restore },
      });
  }, [wanted, ready, fill, setParams]);
}
