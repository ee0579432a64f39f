import type { TaskRow } from '#contract/tasks.ts';

/** Stands in for a stored row that this version of the page can't read. */
export const UNREADABLE_ROW = "This page can't show this result. Download the CSV file to see it.";

/** Makes the view of a finished row once, because rows never change. The same row always has the same view. */
export function cachedView<View extends object>(makeView: (row: TaskRow) => View): (row: TaskRow) => View {
  const views = new WeakMap<TaskRow, View>();
  return (row) => {
    let view = views.get(row);
    if (!view) {
      view = makeView(row);
      views.set(row, view);
    }
    return view;
  };
}
