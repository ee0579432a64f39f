import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { knownColumns } from '#tools/index/step-tools.ts';
import { headerOf } from './grid-columns.ts';

interface KnownFieldProps {
  list: ListView;
  draft: Extract<StepDraft, { kind: 'tool' }>;
  onDraft: (draft: StepDraft) => void;
}

/** Whether a step takes what other columns of the row have already, or works anyway. Nothing if there is no such column. */
export function KnownField({ list, draft, onDraft }: KnownFieldProps) {
  const stored = draft.known?.length ? draft.known : null;
  // A step that is stored without such columns, from before there were any, works in each row until someone chooses.
  const isOld = draft.id !== undefined && draft.known === undefined;
  const columns = (stored ?? knownColumns(draft, list.fields)).flatMap(
    (id) => list.fields.find((field) => field.id === id) ?? [],
  );
  if (columns.length === 0) return null;
  const names = columns.map((field) => `“${headerOf(field)}”`).join(' or ');
  return (
    <label className="flex min-h-6 items-start gap-2 text-sm">
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
        checked={!isOld && draft.known?.length !== 0}
        onChange={({ target }) =>
          onDraft({ ...draft, known: target.checked ? columns.map(({ id }) => id) : [] })
        }
      />
      <span>Where {names} has a value already, take it from there, for free</span>
    </label>
  );
}
