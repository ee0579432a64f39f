/** A thin bar at the top of the window while the next page, or a part that a click needs, is loading. */
export function LoadingBar() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="pointer-events-none fixed inset-x-0 top-0 z-[70] h-0.5 overflow-hidden bg-accent-soft print:hidden"
    >
      <div className="h-full w-2/5 animate-loading-bar bg-accent" />
    </div>
  );
}
