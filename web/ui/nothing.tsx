/** What a cell without a value shows, and says to those who listen. */
export function Nothing() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
