/** Between toasts and the edge of the window, or a button. */
const GAP_PX = 16;
/** Between toasts, as sonner has it. */
const BETWEEN_PX = 14;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface ToastColumn {
  left: number;
  right: number;
  /** of all toasts with the gaps between them */
  height: number;
}

/**
 * How far above the bottom of the window toasts are shown, in pixels: as low as they cover none of the buttons. If they
 * find no place in the window, they stay at its bottom.
 */
export function toastBottom(column: ToastColumn, buttons: readonly Box[], windowHeight: number): number {
  const inTheWay = buttons
    .filter(({ left, right }) => left < column.right && right > column.left)
    .sort((a, b) => b.bottom - a.bottom);
  let bottom = GAP_PX;
  for (const button of inTheWay) {
    const edge = windowHeight - bottom;
    if (button.top < edge && button.bottom > edge - column.height)
      bottom = windowHeight - button.top + GAP_PX;
  }
  return bottom + column.height <= windowHeight ? bottom : GAP_PX;
}

/** Where the toasts of the page belong now; null without toasts. */
export function findToastBottom(): number | null {
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-removed="false"]')];
  const [first] = toasts;
  if (!first) return null;
  const { left, right } = first.getBoundingClientRect();
  const height = toasts.reduce((sum, { offsetHeight }) => sum + offsetHeight + BETWEEN_PX, -BETWEEN_PX);
  const buttons = [...document.querySelectorAll('[data-primary]')].map((button) =>
    button.getBoundingClientRect(),
  );
  return toastBottom({ left, right, height }, buttons, window.innerHeight);
}
