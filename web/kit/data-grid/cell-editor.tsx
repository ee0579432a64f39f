import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { ColumnType } from './data-grid-props.ts';

/** Where the cursor goes after an edit. */
export type AfterEdit = 'stay' | 'up' | 'down' | 'left' | 'right' | 'next' | 'previous';

export interface CellBox {
  left: number;
  top: number;
  width: number;
  visible: boolean;
}

interface CellEditorProps {
  label: string;
  type: ColumnType;
  text: string;
  /** starts empty: the key that opened the editor types into it */
  replace: boolean;
  /** where the cell is; read again when `onMove` calls back */
  box: () => CellBox;
  /** calls back when the grid scrolls. Returns the end of it. */
  onMove: (place: () => void) => () => void;
  /** `text` is null if nothing should change */
  onEnd: (text: string | null, after: AfterEdit) => void;
}

const INPUT_MODES: Partial<Record<ColumnType, 'decimal' | 'url' | 'email' | 'tel'>> = {
  number: 'decimal',
  url: 'url',
  email: 'email',
  phone: 'tel',
};
const ARROWS: Readonly<Record<string, AfterEdit>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const FIELD =
  'absolute z-30 block resize-none bg-card px-2.5 py-[9px] text-sm shadow-md outline-2 -outline-offset-2 outline-ring';

/** The field over the cell that is edited. It takes the focus, and ends when it loses it. */
export function CellEditor(props: CellEditorProps) {
  const { label, type, text, replace, box, onMove, onEnd } = props;
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const ended = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed and focused once; `onMove` places it again.
  useLayoutEffect(() => {
    const element = field.current!;
    const place = () => {
      const { left, top, width, visible } = box();
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
      element.style.width = `${Math.max(width, 120)}px`;
      element.style.opacity = visible ? '1' : '0';
    };
    place();
    element.focus({ preventScroll: true });
    if (type !== 'yes-no') element.setSelectionRange(element.value.length, element.value.length);
    return onMove(place);
  }, []);
  const end = (next: string | null, after: AfterEdit) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next, after);
  };
  const latest = useRef(end);
  latest.current = end;
  // The grid can go away, for example when a phone is turned.
  useEffect(() => {
    const element = field.current;
    return () => queueMicrotask(() => element?.isConnected || latest.current(element?.value ?? null, 'stay'));
  }, []);

  useEffect(() => {
    // Saves what is typed while the browser asks.
    const leave = (event: BeforeUnloadEvent) => {
      const value = field.current?.value;
      if (ended.current || value === undefined || value === text) return;
      event.preventDefault();
      latest.current(value, 'stay');
    };
    addEventListener('beforeunload', leave);
    return () => removeEventListener('beforeunload', leave);
  }, [text]);

  const press = (event: KeyboardEvent<HTMLTextAreaElement | HTMLSelectElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    const after = keyEnds(event, replace);
    if (after === 'line') {
      event.preventDefault();
      insertLine(field.current!);
    } else if (after) {
      event.preventDefault();
      end(event.key === 'Escape' ? null : value, after);
    }
  };
  const shared = {
    ref: field,
    'aria-label': label,
    'data-cell-editor': true,
    defaultValue: replace ? '' : text,
    onKeyDown: press,
    onBlur: () => end(field.current?.value ?? null, 'stay'),
    className: FIELD,
  };
  if (type === 'yes-no') {
    const known = ['', 'yes', 'no'];
    const choices = known.includes(text) ? known : [...known, text];
    return (
      <select {...shared} defaultValue={text} className={`${FIELD} h-10`}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice || 'Empty'}
          </option>
        ))}
      </select>
    );
  }
  return (
    <textarea
      {...shared}
      rows={1}
      spellCheck={false}
      inputMode={INPUT_MODES[type]}
      className={`${FIELD} field-sizing-content max-h-60 min-h-10`}
    />
  );
}

/** What a key does in the field; null if it only edits the text. `line` puts in a line break. */
function keyEnds(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  replace: boolean,
): AfterEdit | 'line' | null {
  switch (key) {
    case 'Escape':
      return 'stay';
    case 'Enter':
      if (altKey || ctrlKey || metaKey) return 'line';
      return shiftKey ? 'up' : 'down';
    case 'Tab':
      return shiftKey ? 'previous' : 'next';
    default:
      // Who types a new text goes on to the next cell with an arrow key, as in a spreadsheet.
      return (replace && !shiftKey && ARROWS[key]) || null;
  }
}

function insertLine(field: HTMLTextAreaElement): void {
  if (field.tagName !== 'TEXTAREA') return;
  field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
}
