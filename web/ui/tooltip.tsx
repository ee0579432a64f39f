import { Slot } from 'radix-ui/slot';
import {
  type ComponentType,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { TooltipBubbleProps } from './tooltip-bubble.tsx';

interface TooltipProps {
  /** The text. If it's empty, there is no tooltip. */
  content: ReactNode;
  /** One focusable element. */
  children: ReactNode;
  side?: TooltipBubbleProps['side'];
}

const DELAY_MS = 300;
/** When the last tooltip closed. The next one soon after opens without delay. */
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * Extra text on hover and focus. Never make it the only place for information: the bubble is loaded on first use.
 */
export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  const id = useId();
  const trigger = useRef<HTMLElement>(null);
  const timer = useRef<number>(undefined);
  const pressed = useRef(false);
  const [open, setOpen] = useState(false);
  const [bubble, setBubble] = useState<{ Component: ComponentType<TooltipBubbleProps> } | null>(null);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  if (!content) return children;

  const show = () => {
    window.clearTimeout(timer.current);
    setOpen(true);
    if (bubble) return;
    const load = import('./tooltip-bubble.tsx');
    load.then(
      (module) => setBubble({ Component: module.default }),
      () => undefined,
    );
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    if (open) closedAt = performance.now();
    setOpen(false);
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (performance.now() - closedAt < DELAY_MS) show();
    else timer.current = window.setTimeout(show, DELAY_MS);
  };
  const press = () => {
    hide();
    pressed.current = true;
    document.addEventListener('pointerup', () => (pressed.current = false), { once: true });
  };
  return (
    <>
      <Slot
        ref={trigger}
        aria-describedby={open && bubble ? id : undefined}
        onPointerEnter={enter}
        // The bubble closes itself, because the pointer can move into it.
        onPointerLeave={() => (open && bubble ? undefined : hide())}
        onPointerDown={press}
        onClick={hide}
        onFocus={() => (pressed.current ? undefined : show())}
        onBlur={hide}
      >
        {children}
      </Slot>
      {bubble && (
        <bubble.Component id={id} trigger={trigger} open={open} onClose={hide} side={side}>
          {content}
        </bubble.Component>
      )}
    </>
  );
}
