/** Pages in the shapes of a site: generations, languages, one that has changed, and one that is empty. */
export interface TestPages {
  /** Its pages, by host and path. A JSON text is a response to the page's own request. */
  pages: Readonly<Record<string, string>>;
  /** What some pages show, in the first column. */
  shows: readonly (readonly [address: string, firstColumn: readonly string[]])[];
  /** Pages of which only a part can be read, and what the panel says about them. */
  partly?: readonly (readonly [address: string, says: string])[];
  /** A page that has changed so that nothing can be read; null if the site has no such pages. */
  drifted: string | null;
  empty: string;
  /** What the panel says about the empty page. */
  emptyText: string;
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

export function names(noun: string, from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, index) => `${noun} ${from + index}`).sort();
}

/** A page with a strict policy, as the sites have, that counts its own changes. */
export function page(lang: string, body: string): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Fake ${lang}</title><style>
body{font:14px/1.5 sans-serif;margin:24px;color:#222}[role=feed]{height:480px;width:400px;overflow:auto}
[role=feed]>div,li,grid-row,[role=listitem],[data-testid=UserCell],.provider-row,tr{display:block;padding:8px;border-bottom:1px solid #ddd}
</style></head><body>${body}<script nonce="fake">
window.changes = 0;
new MutationObserver((all) => { window.changes += all.length; }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
</script></body></html>`;
}
