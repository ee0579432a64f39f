import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { cutText } from '#contract/cut-text.ts';
import { leftOutText } from '#contract/left-out-text.ts';
import { SELECTED_ROWS_MAX } from '#contract/limits.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { writeSelectedRows } from '#contract/selected-rows.ts';
import { SaveToList } from '../../kit/save-to-list.tsx';
import { SelectionBar } from '../../kit/selection-bar.tsx';
import type { RowSelection } from '../../kit/use-row-selection.ts';
import { invoke } from '../../lib/calls.ts';
import type { ChosenListRows } from '../../lib/lists.ts';
import { DeleteRows } from './delete-rows.tsx';
import { ExportButton } from './export-button.tsx';
import type { ExportDating } from './export-dialog.tsx';

interface ListSelectionBarProps {
  list: ListView;
  selection: RowSelection;
  /** rows that match the search and the filters */
  total: number;
  /** the search, the filters and who is left out */
  chosen: ChosenListRows;
  /** the selected rows, without those that are left out */
  rows: ChosenListRows;
  dating: ExportDating;
  /** `edit`: what brings the rows back */
  onDeleted: (message: string, edit: string | null) => void;
  onNotDeleted: (error: unknown, edit: string) => void;
}

/** What can be done with the selected rows of a list. */
export function ListSelectionBar({
  list,
  selection,
  total,
  chosen,
  rows,
  dating,
  onDeleted,
  onNotDeleted,
}: ListSelectionBarProps) {
  const selected = [...selection.ids];
  const written = writeSelectedRows(selected);
  const count = selection.all ? total : selected.length;
  return (
    <SelectionBar selection={selection} total={total}>
      <ExportButton
        list={list}
        chosen={chosen}
        selected={selection.all ? null : { rows: written, count }}
        dating={dating}
        size="sm"
      />
      <SaveToList
        source={list.source}
        suggested={`${cutText(list.name, 70)}, ${plural(count, 'row')}`}
        isNew
        from={list.id}
        rows={`Saves ${plural(count, 'selected row')} with all columns. This list doesn't change.`}
        save={async (name, _, edit) => {
          const { leftOutBy = [], ...saved } = await invoke(LIST_CALLS.listSaveRows, {
            id: list.id,
            name,
            ...rows,
            edit,
          });
          const left = leftOutBy.reduce((sum, each) => sum + each.rows, 0);
          return left > 0
            ? { ...saved, leftOut: `${plural(left, 'row')} left out: ${leftOutText(leftOutBy)}` }
            : saved;
        }}
      />
      {!selection.all && selected.length >= SELECTED_ROWS_MAX && (
        <p className="text-sm text-muted-foreground">
          At most {plural(SELECTED_ROWS_MAX, 'row')} can be selected one by one.
        </p>
      )}
      <DeleteRows
        key={JSON.stringify(rows)}
        list={list}
        selected={selection.all ? null : selected}
        count={count}
        chosen={chosen}
        onNotDeleted={onNotDeleted}
        onDeleted={(message, edit) => {
          selection.clear();
          onDeleted(message, edit);
        }}
      />
    </SelectionBar>
  );
}
