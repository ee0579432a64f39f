import { useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { readPress, type StartedSequence, takesLetters } from './key-presses.ts';
import { activeShortcuts, type ShellCommand } from './shortcuts.ts';

/** What is open over the page. */
type ShellOverlay = 'palette' | 'new-task' | 'shortcuts';

export interface ShellCommands {
  overlay: ShellOverlay | null;
  show: (overlay: ShellOverlay | null) => void;
  singleKeys: boolean;
  setSingleKeys: (on: boolean) => void;
}

const OPEN_OVERLAYS = '[role="dialog"][data-state="open"], [role="menu"][data-state="open"]';

/** The keyboard shortcuts of the shell, and what they open. */
export function useShellCommands(): ShellCommands {
  const navigate = useNavigate();
  const [overlay, show] = useState<ShellOverlay | null>(null);
  const [singleKeys, setSingleKeys] = usePersistedState(SINGLE_KEYS);
  const started = useRef<StartedSequence | null>(null);

  // A layout effect, so that the keys work as soon as the page can be seen.
  useLayoutEffect(() => {
    const run = (command: ShellCommand) => {
      if (typeof command === 'object') void navigate(command.go);
      else if (command === 'search') {
        if (!focusSearch()) show('palette');
      } else if (command !== 'sidebar') show(command);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const result = readPress(SHORTCUTS[singleKeys ? 'all' : 'combinations'], event, started.current);
      started.current = result.started;
      const { binding } = result;
      if (!binding && !result.started) return;
      if (overlay === 'palette' && binding?.command === 'palette') {
        event.preventDefault();
        return show(null);
      }
      if (document.querySelector(OPEN_OVERLAYS) || (!isCombination(event) && isTyped(event))) {
        started.current = null;
        return;
      }
      // The sidebar has its own listener, which also works over dialogs.
      if (!binding || binding.command === 'sidebar') return;
      event.preventDefault();
      run(binding.command);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, overlay, singleKeys]);

  return { overlay, show, singleKeys, setSingleKeys };
}

const SHORTCUTS = { all: activeShortcuts(true), combinations: activeShortcuts(false) };

function isCombination({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** Whether a key is for a text: a grid opens the field that gets the letter during the event. */
function isTyped({ target }: KeyboardEvent): boolean {
  return isTyping(target) || isTyping(document.activeElement);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const { localName, isContentEditable } = target;
  const type = target instanceof HTMLInputElement ? target.type : undefined;
  return takesLetters({ localName, type, isContentEditable, role: target.getAttribute('role') });
}

/** Puts the focus into the first search field of the page. Returns whether there is one. */
function focusSearch(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main input[type="search"]:not(:disabled)');
  const field = [...fields].find((field) => field.checkVisibility());
  field?.focus();
  field?.select();
  return field !== undefined;
}

/** Whether shortcuts without Ctrl or Cmd work in this browser. */
const SINGLE_KEYS: Persistence<boolean> = {
  key: 'leadwell-single-keys',
  parse: (saved) => saved !== 'off',
  format: (on) => (on ? null : 'off'),
  atOnce: () => true,
};
