/** A line with "or" between two ways to log in. */
export function OrDivider() {
  return (
    <div className="my-5 flex items-center gap-3 text-sm text-muted-foreground">
      <span aria-hidden className="h-px flex-1 bg-border" />
      or
      <span aria-hidden className="h-px flex-1 bg-border" />
    </div>
  );
}
