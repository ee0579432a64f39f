import type { ListSource } from '#contract/lists.ts';
import type { TaskType } from '#contract/tasks.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { ListNameField } from './list-name-field.tsx';
import { PerSiteField, type RowsToSave, type SaveAtEndDraft } from './saved-rows.tsx';

export interface SaveAtEndFieldsProps {
  type: TaskType;
  hasPeople: boolean;
  rows: RowsToSave;
  name: string;
  fault: string | undefined;
  draft: SaveAtEndDraft;
  onDraft: (draft: SaveAtEndDraft) => void;
}

/** To which list the results are saved, and which of them. */
export default function SaveAtEndFields({
  type,
  hasPeople,
  rows,
  name,
  fault,
  draft,
  onDraft,
}: SaveAtEndFieldsProps) {
  const source: ListSource = rows === 'people' ? { kind: 'own' } : { kind: 'task', type };
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 pl-6.5 sm:grid-cols-3">
      <div className="min-w-0">
        <ListNameField
          source={source}
          what={rows === 'people' ? 'people' : 'rows'}
          name={name}
          onName={(typed) => onDraft({ ...draft, name: typed })}
          error={fault}
        />
      </div>
      <Field label="Rows">
        {(control) => (
          <Select
            {...control}
            value={rows}
            onChange={({ target }) => onDraft({ ...draft, rows: target.value as RowsToSave })}
          >
            {hasPeople && <option value="people">One row per person</option>}
            <option value="found">Only found</option>
            <option value="all">All</option>
          </Select>
        )}
      </Field>
      {rows === 'people' && (
        <PerSiteField value={draft.perSite} onChange={(perSite) => onDraft({ ...draft, perSite })} />
      )}
    </div>
  );
}
