import { type ComponentProps, type Ref, type RefObject, useLayoutEffect } from 'react';

interface AdoptedTriggerProps extends Omit<ComponentProps<'button'>, 'ref'> {
  element: RefObject<HTMLElement | null>;
  ref?: Ref<HTMLElement>;
}

/**
 * The child of a Radix trigger with `asChild`, for an element that is already on the page: renders nothing, and gives
 * Radix that element to place content at and to return the focus to.
 */
export function AdoptedTrigger({ element, ref }: AdoptedTriggerProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') {
      if (ref) ref.current = element.current;
      return undefined;
    }
    const cleanup = ref(element.current);
    return typeof cleanup === 'function' ? cleanup : () => void ref(null);
  }, [ref, element]);
  return null;
}
