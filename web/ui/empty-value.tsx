/** A dash for a cell without a value. Screen readers say "none". */
export function EmptyValue() {
  return (
    <span className="text-muted-foreground">
      <span aria-hidden>–</span>
      <span className="sr-only">none</span>
    </span>
  );
}
