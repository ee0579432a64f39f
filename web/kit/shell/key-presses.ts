/** How long after the first key of a sequence the second one still counts. */
const SEQUENCE_MS = 1_000;
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];
const NO_TEXT_INPUTS = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image'];
const TYPING_ROLES = ['textbox', 'combobox', 'searchbox', 'listbox', 'menu', 'menuitem', 'option'];

/** What matters of a KeyboardEvent. `timeStamp` in ms. */
export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  timeStamp: number;
}

/** The first key of a sequence that isn't complete yet. */
export interface StartedSequence {
  key: string;
  at: number;
}

export interface PressResult<B> {
  binding: B | null;
  started: StartedSequence | null;
}

/**
 * Finds the shortcut that a key press completes. Keys are written as "?", "n", "g d" (one after the other within a
 * second) and "mod+k" (Ctrl or Cmd).
 */
export function readPress<B extends { keys: string }>(
  bindings: readonly B[],
  press: Press,
  started: StartedSequence | null,
): PressResult<B> {
  if (MODIFIERS.includes(press.key)) return { binding: null, started };
  const key = keyName(press);
  if (key === null) return { binding: null, started: null };
  if (started && press.timeStamp - started.at <= SEQUENCE_MS) {
    const binding = bindings.find(({ keys }) => keys === `${started.key} ${key}`) ?? null;
    return { binding, started: null };
  }
  const binding = bindings.find(({ keys }) => keys === key) ?? null;
  const starts = !binding && bindings.some(({ keys }) => keys.startsWith(`${key} `));
  return { binding, started: starts ? { key, at: press.timeStamp } : null };
}

/** The key with its modifiers; null for combinations that no shortcut has. */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): string | null {
  const name = key.toLowerCase();
  if (altKey) return null;
  if (ctrlKey || metaKey) return shiftKey ? null : `mod+${name}`;
  // Keyboards need Shift for some signs, such as "?".
  return shiftKey && name !== key ? null : name;
}

/** What matters of the element that has the focus. */
export interface FocusedElement {
  localName: string;
  type?: string | undefined;
  isContentEditable?: boolean | undefined;
  role?: string | null | undefined;
}

/** Whether letters that are typed now mean something to the focused element, so that they are no shortcuts. */
export function takesLetters({ localName, type, isContentEditable, role }: FocusedElement): boolean {
  if (isContentEditable || (role && TYPING_ROLES.includes(role))) return true;
  if (localName === 'input') return !NO_TEXT_INPUTS.includes(type ?? 'text');
  return localName === 'textarea' || localName === 'select';
}
