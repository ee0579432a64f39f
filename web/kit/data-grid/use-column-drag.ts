import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { type ColumnLayout, dropAt, limitedWidth } from './column-layout.ts';
import { type EdgeScroll, edgeScroll } from './edge-scroll.ts';

/** A pointer that moved less than this, in px, clicked. */
const CLICK_PX = 5;

interface ColumnDrag {
  root: RefObject<HTMLElement | null>;
  layout: ColumnLayout;
  canMove: boolean;
  onClick: (at: number, event: PointerEvent) => void;
  /** a column was dropped at another position on screen */
  onDrop: (at: number, to: number) => void;
  /** a column is getting another width; `done`: it has it now */
  onWidth: (at: number, px: number, done: boolean) => void;
  /** its edge was double-clicked */
  onFit: (at: number) => void;
}

interface Drop {
  at: number;
  to: number;
  line: number;
}

interface Pressed {
  at: number;
  x: number;
  px: number;
  edge: EdgeScroll | null;
  drop: Drop | null;
}

/** The handlers of the mouse on headers: click, drag to another place, and drag an edge. */
export function useColumnDrag({ root, layout, canMove, onClick, onDrop, onWidth, onFit }: ColumnDrag) {
  const [drop, setDrop] = useState<Drop | null>(null);
  const pressed = useRef<Pressed | null>(null);
  const latest = useRef({ layout, canMove, onClick, onDrop, onWidth, onFit });
  latest.current = { layout, canMove, onClick, onDrop, onWidth, onFit };

  const start = (event: PointerEvent<HTMLElement>, at: number) => {
    const px = latest.current.layout.widths[at] ?? 0;
    pressed.current = { at, x: event.clientX, px, edge: null, drop: null };
    // A finger scrolls.
    if (event.pointerType !== 'touch') event.currentTarget.setPointerCapture(event.pointerId);
  };
  const end = () => {
    pressed.current?.edge?.end();
    pressed.current = null;
    setDrop(null);
  };

  const dropTo = (clientX: number) => {
    const element = root.current;
    if (!element || !pressed.current) return;
    const x = clientX - element.getBoundingClientRect().left;
    const { at } = pressed.current;
    const next = { at, ...dropAt(latest.current.layout, at, x, element.scrollLeft) };
    pressed.current.drop = next;
    setDrop(next);
  };

  // The same functions on each render, so that the headers aren't rendered again.
  const [handlers] = useState(() => ({
    onPointer(event: PointerEvent<HTMLElement>, at: number) {
      if (event.type === 'pointerdown') {
        const inMenu = !(event.target instanceof Element) || event.target.closest('[data-menu]');
        // Events of an open menu come through the header that rendered it.
        if (inMenu || event.button !== 0 || !event.currentTarget.contains(event.target as Node)) return;
        start(event, at);
        return;
      }
      const down = pressed.current;
      if (!down) return;
      if (event.type !== 'pointermove') {
        end();
        if (event.type !== 'pointerup') return;
        if (!down.drop) latest.current.onClick(at, event);
        else if (down.drop.to !== at) latest.current.onDrop(at, down.drop.to);
      } else if (latest.current.canMove && event.pointerType !== 'touch') {
        if (!down.edge && Math.abs(event.clientX - down.x) <= CLICK_PX) return;
        const element = root.current!;
        const covered = at < latest.current.layout.pinned ? 0 : latest.current.layout.pinnedPx;
        down.edge ??= edgeScroll(element, { x: covered, y: null }, dropTo);
        down.edge.move(event.clientX, event.clientY);
        dropTo(event.clientX);
      }
    },
    onEdge(event: PointerEvent<HTMLElement>, at: number) {
      if (event.type === 'pointerdown') {
        if (event.button === 0) start(event, at);
        return;
      }
      const down = pressed.current;
      if (!down) return;
      const px = limitedWidth(down.px + event.clientX - down.x);
      if (event.type === 'pointermove') return latest.current.onWidth(at, px, false);
      end();
      latest.current.onWidth(at, event.type === 'pointerup' ? px : down.px, true);
    },
    onFit: (at: number) => latest.current.onFit(at),
  }));
  return { drop, ...handlers };
}
