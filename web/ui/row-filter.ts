/** What of the results is shown. It lives in the address as `show` and `q`. */
export interface RowFilter {
  show: string;
  text: string;
}

/** The filter of an address; a word that is no choice shows all. */
export function readRowFilter(params: URLSearchParams, choices: readonly string[]): RowFilter {
  const show = choices.find((each) => each === params.get('show')) ?? 'all';
  return { show, text: params.get('q') ?? '' };
}

/** The address's parameters with the filter in them; what is at its default is left out. */
export function writeRowFilter(params: URLSearchParams, filter: RowFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete('show');
  next.delete('q');
  if (filter.show !== 'all') next.set('show', filter.show);
  if (filter.text) next.set('q', filter.text);
  return next;
}

/** Whether anything is left out, so that all rows have to be looked through. */
export function isFiltering({ show, text }: RowFilter): boolean {
  return show !== 'all' || text.trim() !== '';
}
