import { useRef } from 'react';
import { focusHeading } from '../lib/page-focus.ts';

interface ReturnedFocus {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * For a Radix dialog that state opens, without a Radix trigger: returns the focus to where it was, or to the heading
 * of the page that a link in the dialog has opened. `target` finds another element that gets it.
 */
export function useReturnedFocus(target?: () => HTMLElement | null): ReturnedFocus {
  const opener = useRef<Element | null>(null);
  const page = useRef('');
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement;
      page.current = location.pathname;
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      if (location.pathname !== page.current && focusHeading()) return;
      const back = target?.() ?? opener.current;
      // A dialog that is open from the start of its page was opened from nowhere.
      const isPlace = back instanceof HTMLElement && back.isConnected && back !== document.body;
      if (isPlace) back.focus({ preventScroll: true });
      else focusHeading();
    },
  };
}
