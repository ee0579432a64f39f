import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type CanvasState, GridCanvas } from './grid-canvas.ts';
import { iconCopy } from './grid-icons.tsx';
import type { Window } from './row-window.ts';

interface GridElements {
  root: RefObject<HTMLDivElement | null>;
  start: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
  icons: RefObject<HTMLDivElement | null>;
}

/** Makes the canvas of the rendered elements. `onMove` is called after each scrolling and change of its size. */
export function useGridCanvas(elements: GridElements, onWanted: (rows: Window) => void) {
  const [canvas, setCanvas] = useState<GridCanvas | null>(null);
  const [width, setWidth] = useState(0);
  const latest = useRef(onWanted);
  latest.current = onWanted;
  const [moves] = useState(() => new Set<() => void>());
  const { root, start, body, icons } = elements;
  useLayoutEffect(() => {
    let known = -1;
    const made = new GridCanvas({
      root: root.current!,
      start: start.current!,
      body: body.current!,
      markOf: (status) => iconCopy(icons.current, status),
      // The page may render then, which must not hold up the frame.
      onWanted: (rows) => queueMicrotask(() => latest.current(rows)),
      onMove() {
        if (made.width !== known) {
          known = made.width;
          setWidth(known);
        }
        for (const move of moves) move();
      },
    });
    setCanvas(made);
    setWidth(made.width);
    return () => made.destroy();
  }, [root, start, body, icons, moves]);
  const [onMove] = useState(() => (move: () => void) => {
    moves.add(move);
    return () => void moves.delete(move);
  });
  return { canvas, width, onMove };
}

/** Draws the state after each render. Only cells that differ are touched. */
export function useDrawn(canvas: GridCanvas | null, state: CanvasState): void {
  useLayoutEffect(() => canvas?.draw(state));
}
