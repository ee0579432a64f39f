import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import type { LookUpSetup, LookUpField as TakenField } from '#contract/list-look-up.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import type { StepTool } from '#tools/tool.ts';
import { failureMessage } from '../../lib/calls.ts';
import { useLists } from '../../lib/lists.ts';
import { Field } from '../../ui/field.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ComparedColumns } from './compared-columns.tsx';
import { withTry } from './named-values.ts';
import { TakenColumns } from './taken-columns.tsx';

interface LookUpFieldProps {
  list: ListView;
  draft: Extract<StepDraft, { kind: 'tool' }>;
  /** of the try that looks rows up */
  index: number;
  lookUp: LookUpSetup;
  tool: StepTool;
  onDraft: (draft: StepDraft) => void;
}

/** The inputs that name a person; the others can be a company's. */
const PERSON = ['email', 'linkedin', 'full_name', 'first_name', 'last_name'];

/** The list that rows are looked up in, the columns to take of it, and those that say who a row is about. */
export function LookUpField({ list, draft, index, lookUp, tool, onDraft }: LookUpFieldProps) {
  const { data, error, isFetching, refetch } = useLists();
  const each = draft.tries[index];
  if (!each) return null;
  const others = data?.lists.filter(({ id }) => id !== list.id) ?? [];
  const other = others.find(({ id }) => id === lookUp.list);
  const columnsOf = (fields: readonly ListColumn[]) => tool.guess?.(fields) ?? {};
  const namesPeople = ({ fields }: ListView) => PERSON.some((role) => role in columnsOf(fields));
  const change = (changed: Partial<LookUpSetup>, name = draft.name) =>
    onDraft(withTry({ ...draft, name }, index, { ...each, lookUp: { ...lookUp, ...changed } }));
  const choose = (id: string) => {
    const chosen = others.find((one) => one.id === id);
    if (!chosen) return change({ list: null });
    // What a stored column takes stays, also if the other list has nothing of that name: its values have a column here.
    const found = lookUp.fields.flatMap((field) => fieldIn(chosen, field) ?? (draft.id ? [field] : []));
    const isOwnName = draft.name !== tool.action && draft.name !== other?.name;
    change(
      {
        list: id,
        fields: found,
        companies: !(namesPeople(list) && namesPeople(chosen)),
      },
      isOwnName ? draft.name : chosen.name,
    );
  };
  return (
    <div className="grid gap-4">
      {error && !data && (
        <LoadFailure title="We couldn't load your lists" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && others.length === 0 && (
        <p className="text-sm text-muted-foreground">You have no other list yet. Import one first.</p>
      )}
      {others.length > 0 && (
        <Field label="List to look in">
          {(control) => (
            <Select
              {...control}
              size="sm"
              value={other?.id ?? ''}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="">Choose a list</option>
              {others.map(({ id, name, rows }) => (
                <option key={id} value={id}>
                  {name} ({plural(rows, 'row')})
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {other && (
        <TakenColumns other={other} fields={lookUp.fields} onFields={(fields) => change({ fields })} />
      )}
      <ComparedColumns
        list={list}
        each={each}
        columns={columnsOf(list.fields.filter(({ step }) => step === null || step !== draft.id))}
        onTry={(changed) => onDraft(withTry(draft, index, changed))}
      />
      {other?.excludes === null && (
        <label className="flex min-h-6 items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            checked={lookUp.companies}
            onChange={({ target }) => change({ companies: target.checked })}
          />
          Without a row about the same person, take one about the same company
        </label>
      )}
      <p className="text-sm text-muted-foreground">
        If several rows there match, one about the same person comes before one about the same company, and
        then the one that was added first. When that list changes, run all cells of this column again to take
        its new values.
      </p>
    </div>
  );
}

/** The same value of another list: of its column with that ID or name, which most IDs are, or else with the value's name. */
function fieldIn({ fields }: ListView, field: TakenField): TakenField | null {
  const named = (wanted: string) => fields.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const found = fields.find(({ id }) => id === field.column) ?? named(field.column) ?? named(field.name);
  return found ? { ...field, column: found.id, type: found.type } : null;
}
