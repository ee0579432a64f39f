import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { type SavedView, ViewName } from '#contract/list-views.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { NameForm } from './name-form.tsx';

export interface ViewsPanelProps {
  list: ListView;
  /** what is shown now */
  shown: Omit<SavedView, 'name'>;
  onChanged: (list: ListView) => void;
  onOpen: (view: SavedView) => void;
}

/** The saved views of a list, and a form that saves what is shown. */
export default function ViewsPanel({ list, shown, onChanged, onOpen }: ViewsPanelProps) {
  const isKnown = (name: string) =>
    list.views.some((view) => view.name.toLowerCase() === name.trim().toLowerCase());
  const remove = useMutation({
    mutationFn: (view: string) => invoke(LIST_TABLE_CALLS.listDeleteView, { id: list.id, name: view }),
    onSuccess: onChanged,
    onError: (error) => toast.error(failureMessage(error)),
  });
  return (
    <div className="grid gap-3">
      {list.views.length === 0 ? (
        <p className="px-1 text-sm text-muted-foreground">
          A view saves your search, filters, order and columns.
        </p>
      ) : (
        <ul aria-label="Saved views" className="max-h-64 overflow-y-auto">
          {list.views.map((view) => (
            <li key={view.name} className="flex items-center gap-1">
              <button
                type="button"
                onClick={() => {
                  warnOfDeleted(view, list.columns);
                  onOpen(view);
                }}
                className="min-h-8 min-w-0 flex-1 truncate rounded-md px-2 text-left hover:bg-muted"
              >
                {view.name}
              </button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={`Delete the view ${view.name}`}
                onClick={() => remove.mutate(view.name)}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <NameForm
        label="Save what is shown now as"
        placeholder="No email yet"
        schema={ViewName}
        name=""
        action={(name) => (isKnown(name) ? 'Replace view' : 'Save view')}
        save={async (name) =>
          onChanged(await invoke(LIST_TABLE_CALLS.listSaveView, { id: list.id, view: { ...shown, name } }))
        }
        clears
        className="gap-2 border-t border-border pt-3"
      />
    </div>
  );
}

/** Such a view shows rows that it left out before: its filter of the column is gone. */
function warnOfDeleted({ name, where }: SavedView, columns: readonly string[]): void {
  if (where.every(({ fields }) => fields.every((column) => columns.includes(column)))) return;
  toast.error(`A column that “${name}” filters by was deleted`, {
    description: 'More rows are shown than before. Choose a filter again, and save the view.',
  });
}
