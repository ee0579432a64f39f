import { useQuery } from '@tanstack/react-query';
import { ArrowRight, ListPlus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { ListName } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import type { TaskType } from '#contract/tasks.ts';
import { ListNameField } from '../../../kit/list-name-field.tsx';
import { RepeatButton } from '../../../kit/schedules/repeat-button.tsx';
import type { Repeatable } from '../../../kit/schedules/repeat-work.ts';
import { invoke } from '../../../lib/calls.ts';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Select } from '../../../ui/select.tsx';
import { DATABASES } from '../databases.ts';
import type { ExportOptions } from '../export/export-choice.ts';
import { LeadMenu } from '../export/lead-menu.tsx';
import { wireFilters } from '../lead-filter.ts';
import type { SaveProgress, SaveTarget } from './use-lead-save.ts';

export type Menu = Pick<
  ComponentProps<typeof LeadMenu>,
  'database' | 'filter' | 'scope' | 'sample' | 'running' | 'allColumns'
>;

/** The filters fit the database, which the type can't tell. */
type RepeatedLeads = Extract<Repeatable, { kind: 'leads' }>['work'];

interface SaveMenusProps {
  menu: Menu;
  /** whether no one chose which exclusion lists are left out */
  leavesOutAll: boolean;
  disabled: boolean;
  onSave: (options: ExportOptions, target: SaveTarget) => void;
}

/** Saves leads to a list, or hands them to a tool through a list. */
export function SaveMenus({ menu, leavesOutAll, disabled, onSave }: SaveMenusProps) {
  const { database, filter } = menu;
  const [withCells, setWithCells] = useState(true);
  const hasCompanies = filter.inList.length > 0;
  const companyCells = hasCompanies && withCells;
  const [name, setName] = useState(
    () => `${DATABASES[database].name} leads, ${formatDay(new Date().toISOString())}`,
  );
  const [fault, setFault] = useState<string>();
  const [chosen, setChosen] = useState<TaskType | null>(null);
  const { data } = useQuery({
    queryKey: ['leads', database, 'tools'],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listLeadTools, { database }, { signal }),
    enabled: !disabled,
    staleTime: 60_000,
  });
  const tools = data?.tools ?? [];
  const tool = chosen ?? tools[0]?.type ?? null;

  const check = () => {
    const parsed = ListName.safeParse(name);
    setFault(parsed.error?.issues[0]?.message);
    return parsed.success;
  };
  const nameField = (
    <div className="mb-4">
      <ListNameField
        source={{ kind: 'leads', database }}
        what="leads"
        name={name}
        onName={(typed) => {
          setFault(undefined);
          setName(typed);
        }}
        error={fault}
      />
      {hasCompanies && (
        <label className="mt-2 flex min-h-9 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-(--accent)"
            checked={withCells}
            onChange={({ target }) => setWithCells(target.checked)}
          />
          With the columns of the companies
        </label>
      )}
    </div>
  );

  return (
    <>
      <LeadMenu
        {...menu}
        label="Save to list"
        action="Save"
        fields={nameField}
        check={check}
        trigger={
          <Button variant="secondary" className="flex-1" disabled={disabled}>
            <ListPlus aria-hidden />
            Save to list
          </Button>
        }
        onSubmit={(options) => onSave(options, { name: name.trim(), tool: null, companyCells })}
      />
      <LeadMenu
        {...menu}
        label="Use in a tool"
        action="Save and continue"
        fields={
          <>
            <div className="mb-4">
              <Field
                label="Tool"
                hint="The leads are saved to a list. The tool starts when you confirm its cost."
              >
                {(control) => (
                  <Select {...control} value={tool ?? ''} onChange={(event) => setChosen(event.target.value)}>
                    {tools.map(({ type, action }) => (
                      <option key={type} value={type}>
                        {action}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
            </div>
            {nameField}
          </>
        }
        check={check}
        trigger={
          <Button variant="secondary" className="flex-1" disabled={disabled || tools.length === 0}>
            Use in…
            <ArrowRight aria-hidden />
          </Button>
        }
        onSubmit={(options) => onSave(options, { name: name.trim(), tool, companyCells })}
      />
      <RepeatButton
        className="flex-1"
        disabled={disabled}
        repeat={() => {
          const now = wireFilters(database, menu.filter);
          // Each run leaves out the exclusion lists of its day.
          const filters = leavesOutAll ? { ...now, leaveOut: null } : now;
          return {
            kind: 'leads',
            name: `${DATABASES[database].name} leads`,
            work: { kind: 'leads', search: { database, filters, name: '' } } as RepeatedLeads,
          };
        }}
      />
    </>
  );
}

/** The progress of saving leads to a list. */
export function SaveLine({ progress: { name, done, leads } }: { progress: SaveProgress }) {
  return (
    <div className="grid gap-2 text-sm tabular-nums">
      <p role="status">
        {leads === null
          ? `Saving to “${name}”…`
          : `${formatNumber(done)} of ${plural(leads, 'lead')} saved to “${name}”`}
      </p>
      <Progress done={done} total={leads ?? 0} label="Save progress" />
    </div>
  );
}
