import type { MembershipSetup } from '#contract/list-membership.ts';
import type { StepTry } from '#contract/list-steps.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../lib/calls.ts';
import { useLists } from '../../lib/lists.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ComparedColumns } from './compared-columns.tsx';

interface MembershipFieldProps {
  list: ListView;
  each: StepTry;
  membership: MembershipSetup;
  /** the columns that say who a row is about, by what they are */
  columns: Readonly<Record<string, string>>;
  onTry: (changed: StepTry) => void;
}

/** The lists that a row is looked for in, and the columns that say who it is about. */
export function MembershipField({ list, each, membership, columns, onTry }: MembershipFieldProps) {
  const { data, error, isFetching, refetch } = useLists();
  const others = data?.lists.filter(({ id }) => id !== list.id) ?? [];
  const chosen = new Set(membership.lists);
  const hasOrdinary = others.some(({ id, excludes }) => chosen.has(id) && excludes === null);
  const setMembership = (changed: Partial<MembershipSetup>) =>
    onTry({ ...each, membership: { ...membership, ...changed } });
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-medium">Lists to look in</legend>
        {error && !data && (
          <LoadFailure title="We couldn't load your lists" busy={isFetching} onRetry={() => refetch()}>
            {failureMessage(error)}
          </LoadFailure>
        )}
        {!data && !error && <Skeleton className="h-16 w-full" />}
        {data && others.length === 0 && (
          <p className="text-sm text-muted-foreground">You have no other list yet. Import one first.</p>
        )}
        <div className="grid max-h-56 gap-1 overflow-y-auto">
          {others.map(({ id, name, rows, excludes }) => (
            <label key={id} className="flex min-h-7 items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-(--accent)"
                checked={chosen.has(id)}
                onChange={({ target }) =>
                  setMembership({
                    lists: target.checked
                      ? [...membership.lists, id]
                      : membership.lists.filter((other) => other !== id),
                  })
                }
              />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="shrink-0 text-muted-foreground tabular-nums">
                {excludes === null ? '' : 'Exclusion list · '}
                {plural(rows, 'row')}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {hasOrdinary && (
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={membership.companies}
            onChange={({ target }) => setMembership({ companies: target.checked })}
          />
          Someone else at the same company counts, too
        </label>
      )}
      <ComparedColumns list={list} each={each} columns={columns} onTry={onTry} />
    </div>
  );
}
