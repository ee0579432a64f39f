import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { FilterChips, FilterMenu } from '../../kit/filter-menu.tsx';
import type { ColumnFilter } from '../../kit/row-filter.ts';
import { headerOf } from './grid-columns.ts';

type ToolDraft = Extract<StepDraft, { kind: 'tool' }>;

interface ConditionsFieldProps {
  list: ListView;
  draft: ToolDraft;
  onDraft: (draft: StepDraft) => void;
}

/** In which rows a step works: those that meet all conditions. */
export function ConditionsField({ list, draft, onDraft }: ConditionsFieldProps) {
  const columns = list.fields.map((field) => ({
    id: field.id,
    header: headerOf(field),
    filterFields: [field.id],
    number: field.type === 'number',
  }));
  const where = draft.conditions.map(
    ({ fields: [column = ''], is, value }): ColumnFilter => ({ column, is, value }),
  );
  const onWhere = (change: (before: readonly ColumnFilter[]) => readonly ColumnFilter[]) =>
    onDraft({
      ...draft,
      conditions: change(where).map(({ column, is, value }) => ({ fields: [column], is, value })),
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Only in rows where</legend>
      {where.length === 0 && (
        <p className="text-sm text-muted-foreground">It works in all rows that have what it reads.</p>
      )}
      <FilterChips columns={columns} where={where} onWhere={onWhere} />
      <FilterMenu columns={columns} where={where} onWhere={onWhere} className="justify-self-start" />
    </fieldset>
  );
}
