/** Goes to the same page with another query, such as `?q=roof`. Settles when the address bar has it, or never will. */
type Go = (search: string) => Promise<unknown>;

type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, go: Go) => void;

/**
 * Changes the query of the page, each time from the one before. Neither the address bar nor the rendered page will
 * do for two changes in a row: both follow later. `search` reads the address bar.
 */
export function queryChanges(search: () => string): ChangeQuery {
  let going: { search: string } | null = null;
  return (change, go) => {
    const before = new URLSearchParams(going ? going.search : search());
    const mine = { search: `?${change(before)}` };
    going = mine;
    const arrived = () => {
      if (going === mine) going = null;
    };
    go(mine.search).then(arrived, arrived);
  };
}
