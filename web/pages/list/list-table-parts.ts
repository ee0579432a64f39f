import type { ListView } from '#contract/lists.ts';
import type { ListPart } from '../../kit/list-params.ts';
import type { ColumnView } from './grid-columns.ts';
import type { ListDialogs } from './use-list-dialogs.ts';
import type { ListEdits } from './use-list-edits.ts';
import type { ListTable } from './use-list-table.ts';

/** A list that is open, and what all parts of its table change. */
export interface ListTableParts {
  list: ListView;
  table: ListTable;
  edits: ListEdits;
  part: ListPart;
  dialogs: ListDialogs;
  view: ColumnView;
  setView: (change: Partial<ColumnView>) => void;
  onPart: (change: Partial<ListPart>) => void;
}
