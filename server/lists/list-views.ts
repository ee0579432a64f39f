import { CallError } from '#contract/errors.ts';
import { LIST_VIEWS_MAX, type SavedView } from '#contract/list-views.ts';
import type { ListView } from '#contract/lists.ts';
import { changeAndView, type ListDeps } from './lists.ts';
import { storeViews } from './store.ts';

/** Adds a view to a list, or replaces the one with this name. Throws `validation_failed` for a column that is gone, and at the limit. */
export function saveView(
  deps: ListDeps,
  accountId: string,
  { id, view }: { id: string; view: SavedView },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, async (tx, list) => {
    const columns = new Set(list.columns);
    const named = [
      ...view.where.flatMap(({ fields }) => fields),
      ...(view.sort ? [view.sort.column] : []),
      ...view.hidden,
      ...view.pinned,
    ];
    const gone = named.find((column) => !columns.has(column));
    if (gone !== undefined)
      throw new CallError(
        'validation_failed',
        `The list has no column “${gone.slice(0, 100)}”. Reload the page.`,
      );
    const others = list.views.filter(({ name }) => !isSameName(name, view.name));
    if (others.length >= LIST_VIEWS_MAX)
      throw new CallError('validation_failed', `A list can have ${LIST_VIEWS_MAX} views. Delete one first.`);
    await storeViews(tx, id, [...others, view]);
  });
}

/** Deletes a view of a list. One that is gone is fine, so that the call can be repeated. */
export function deleteView(
  deps: ListDeps,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<ListView> {
  return changeAndView(deps, accountId, id, async (tx, list) => {
    await storeViews(
      tx,
      id,
      list.views.filter((view) => !isSameName(view.name, name)),
    );
  });
}

function isSameName(one: string, another: string): boolean {
  return one.toLowerCase() === another.toLowerCase();
}
