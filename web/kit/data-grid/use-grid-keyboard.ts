import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import type { GridSize, Selection } from './cell-selection.ts';
import { type KeyAction, type KeyPress, keyAction } from './grid-keys.ts';

interface GridKeyboard {
  selection: Selection;
  size: GridSize;
  pageRows: number;
  onAction: (action: KeyAction) => void;
}

const IS_MAC = () => /mac|iphone|ipad/i.test(navigator.platform);
/** Keys that the button of a menu uses itself. */
const BUTTON_KEYS = ['Enter', ' ', 'ArrowDown', 'Tab', 'Shift'];

/**
 * The handlers of keys. Tab passes the grid like any control until the person works in it with a key or the mouse; then it
 * moves from cell to cell, and Escape lets it leave again.
 */
export function useGridKeyboard({ selection, size, pageRows, onAction }: GridKeyboard) {
  const working = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const root = event.currentTarget;
    const { target } = event;
    // Events of an open menu come through the header that rendered it.
    if (!(target instanceof Element) || !root.contains(target)) return;
    if (target !== root && BUTTON_KEYS.includes(event.key)) return;
    const action = keyAction(pressOf(event), { selection, size, pageRows, working: working.current });
    if (!action) return;
    root.focus({ preventScroll: true });
    working.current = action.kind !== 'rest';
    onAction(action);
    // A character goes into the field, which has the focus by now. In a cell without one, it does nothing: it is no shortcut.
    const isTyped = action.kind === 'edit' && action.replace;
    if (!isTyped || document.activeElement === root) event.preventDefault();
  };
  return {
    onKeyDown,
    /** the person uses the mouse in it */
    startWork() {
      working.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      const inside = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[data-cell-editor]');
      if (!inside) working.current = false;
    },
  };
}

function pressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const altTypes = altKey && IS_MAC();
  const plain = !metaKey && !ctrlKey && (!altKey || altTypes);
  const isCharacter = key.length === 1 || key === 'Dead' || key === 'Process';
  return {
    key,
    mod: ctrlKey || metaKey,
    shift: shiftKey,
    alt: altKey,
    types: isCharacter && key !== ' ' && (plain || event.getModifierState('AltGraph')),
  };
}
