import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** In memory only, because drafts may be personal. */
const drafts = new Map<string, FieldValues>();

/**
 * Keeps the unsaved values of a form while its page is closed, for example during a login after the session
 * ended. `key` identifies the form and the account.
 */
export function useFormDraft<Values extends FieldValues>(
  { formState: { isDirty }, getValues, reset }: UseFormReturn<Values>,
  key: string,
): void {
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const draft = drafts.get(key);
    if (draft) reset(draft as Values, { keepDefaultValues: true });
    return () => {
      if (dirty.current) drafts.set(key, getValues());
      else drafts.delete(key);
    };
  }, [key, getValues, reset]);
}
