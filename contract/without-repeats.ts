/** The entries without those that differ only in case. */
export function withoutRepeats(entries: readonly string[]): string[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entry.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
