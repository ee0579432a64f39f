import { type ComponentProps, type RefObject, useId, useRef, useState } from 'react';

type TriggerProps = ComponentProps<'button'> & { 'data-state': 'open' | 'closed' };

/** What a menu needs to know about the button that opens it. */
export interface MenuState {
  button: RefObject<HTMLButtonElement | null>;
  buttonId: string;
  contentId: string;
  open: boolean;
  /** The keyboard opened it, so its first item gets the focus, and then `onEntered` is called. */
  byKeyboard: boolean;
  onEntered: () => void;
  onOpenChange: (open: boolean) => void;
}

/**
 * For a button that opens a `DropdownMenu`: the attributes of the button, and the state of the menu. The menu is loaded
 * on first use (`useLoaded`); `load` starts that as soon as the button is pointed at. The button acts as a Radix trigger
 * does, and stays the same element when the menu arrives, so that it keeps the focus.
 */
export function useMenuTrigger(load: () => Promise<unknown>): { trigger: TriggerProps; menu: MenuState } {
  const button = useRef<HTMLButtonElement>(null);
  const buttonId = useId();
  const contentId = useId();
  const [{ open, byKeyboard }, setState] = useState({ open: false, byKeyboard: false });
  // If it fails, opening the menu tries again and says so.
  const prepare = () => void load().catch(() => undefined);
  const menu: MenuState = {
    button,
    buttonId,
    contentId,
    open,
    byKeyboard,
    onEntered: () => setState({ open, byKeyboard: false }),
    onOpenChange: (next) => setState({ open: next, byKeyboard: false }),
  };
  const trigger: TriggerProps = {
    ref: button,
    id: buttonId,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? contentId : undefined,
    'data-state': open ? 'open' : 'closed',
    onPointerEnter: prepare,
    onFocus: prepare,
    onPointerDown(event) {
      if (event.button !== 0 || event.ctrlKey) return;
      // The opened menu takes the focus.
      if (!open) event.preventDefault();
      setState({ open: !open, byKeyboard: false });
    },
    onKeyDown(event) {
      if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
      event.preventDefault();
      const opens = !open || event.key === 'ArrowDown';
      setState({ open: opens, byKeyboard: opens });
    },
  };
  return { trigger, menu };
}
