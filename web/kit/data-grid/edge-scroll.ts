/** How near to an edge a drag scrolls, and how far in a frame, in px. */
const EDGE_PX = 12;
const STEP_PX = 24;

export interface EdgeScroll {
  /** the pointer moved to a point of the window */
  move: (clientX: number, clientY: number) => void;
  end: () => void;
}

/**
 * Scrolls an element while something is dragged to its edge. `before` is covered at its start by the header and pinned
 * columns; without `y`, it only scrolls sideways. `onScroll` gets the last point after each step, because what is under it
 * changed.
 */
export function edgeScroll(
  element: HTMLElement,
  before: { x: number; y: number | null },
  onScroll: (clientX: number, clientY: number) => void,
): EdgeScroll {
  let point: { x: number; y: number } | null = null;
  let frame = 0;
  const step = () => {
    frame = 0;
    if (!point) return;
    const box = element.getBoundingClientRect();
    const x = stepOf(point.x, box.left + before.x, box.right);
    const y = before.y === null ? 0 : stepOf(point.y, box.top + before.y, box.bottom);
    if (x === 0 && y === 0) return;
    element.scrollBy({ left: x, top: y, behavior: 'instant' });
    onScroll(point.x, point.y);
    frame = requestAnimationFrame(step);
  };
  return {
    move(x, y) {
      point = { x, y };
      if (frame === 0) frame = requestAnimationFrame(step);
    },
    end() {
      point = null;
      cancelAnimationFrame(frame);
    },
  };
}

function stepOf(at: number, from: number, to: number): number {
  if (at < from + EDGE_PX) return -STEP_PX;
  return at > to - EDGE_PX ? STEP_PX : 0;
}
