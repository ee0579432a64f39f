import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { SCHEDULE_CALLS } from '#contract/calls/schedule-calls.ts';
import type { ScheduleTime, ScheduleView } from '#contract/schedules.ts';
import type { StartSave } from '#contract/start-save.ts';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { useLists } from '../../lib/lists.ts';
import { ownTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toast.ts';
import { parseWholeNumber } from '../../lib/whole-number.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { canRunWork, ListWorkFields } from './list-work-fields.tsx';
import type { Repeatable, RepeatedWork, UseSaving } from './repeat-work.ts';
import { TimeFields } from './time-fields.tsx';
import { SCHEDULES_KEY, SCHEDULES_PATH } from './use-schedules.ts';

export interface ScheduleDialogProps {
  /** what is repeated, or the schedule that is edited; null closes it */
  of: { repeat: Repeatable } | { edit: ScheduleView } | null;
  onClose: () => void;
}

const HELP = {
  list: 'Runs the columns automatically and tells you what is new.',
  leads: 'Searches again automatically, and adds the leads that the list doesn’t have.',
  task: 'Runs again automatically and tells you what is new, gone or changed.',
};

/** Makes a schedule or changes one. */
export default function ScheduleDialog({ of, onClose }: ScheduleDialogProps) {
  // What it showed stays while the dialog fades out.
  const [shown, setShown] = useState(of);
  if (of && of !== shown) setShown(of);
  return (
    <Dialog
      open={of !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={shown && 'edit' in shown ? 'Edit the schedule' : 'Repeat'}
      help={shown && ('edit' in shown ? shown.edit.subject : HELP[shown.repeat.kind])}
    >
      {shown &&
        ('repeat' in shown && shown.repeat.kind === 'task' ? (
          <TaskScheduleForm of={shown} task={shown.repeat} onDone={onClose} />
        ) : (
          <ScheduleForm key={'edit' in shown ? shown.edit.id : 'new'} of={shown} onDone={onClose} />
        ))}
    </Dialog>
  );
}

function nameOf(repeat: Repeatable): string {
  return repeat.kind === 'list' ? repeat.list.name : repeat.name;
}

interface ScheduleFormProps {
  of: NonNullable<ScheduleDialogProps['of']>;
  onDone: () => void;
  /** asks whether each run saves its results to a list */
  saving?: ReturnType<UseSaving>;
}

/** The form for a task, whose results can be saved. */
function TaskScheduleForm({
  task: { type, hasPeople, useSaving },
  ...form
}: ScheduleFormProps & { task: Extract<Repeatable, { kind: 'task' }> }) {
  return <ScheduleForm {...form} saving={useSaving({ type, hasPeople })} />;
}

function ScheduleForm({ of, onDone, saving }: ScheduleFormProps) {
  const edited = 'edit' in of ? of.edit : null;
  const repeat = 'repeat' in of ? of.repeat : null;
  const [name, setName] = useState(edited?.name ?? (repeat ? nameOf(repeat) : '').slice(0, 100));
  const [view, setView] = useState('');
  const [cap, setCap] = useState(String(edited?.cap ?? 100));
  const [mails, setMails] = useState(edited?.mails ?? true);
  const [time, setTime] = useState<ScheduleTime>(
    edited?.time ?? { every: 'week', day: 1, hour: 9, timeZone: ownTimeZone() },
  );
  const { list, work, setWork } = useListWork(edited);
  const listWork = work === edited?.listWork ? null : work;
  const last = useRef<Attempt | null>(null);
  const queries = useQueryClient();
  const limit = parseWholeNumber(cap) ?? 0;
  const badLimit = limit === 0;
  // One whose columns or view are gone can still get another name or time.
  const badWork = listWork !== null && list !== undefined && !canRunWork(list, listWork);
  const save = useMutation({
    mutationFn: (saveTo: StartSave | undefined) => {
      const rest = { cap: limit, time, mails };
      if (edited)
        return invoke(SCHEDULE_CALLS.scheduleChange, {
          id: edited.id,
          name,
          ...rest,
          ...(listWork && { listWork }),
        });
      if (!repeat) throw new Error('There is nothing to repeat.');
      const work = workOf(repeat, { name: name.trim(), view, saveTo });
      const input = { name, work, ...rest };
      last.current = attemptFor([JSON.stringify(input)], last.current, () => crypto.randomUUID());
      return invoke(SCHEDULE_CALLS.scheduleCreate, input, { idempotencyKey: last.current.key });
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: SCHEDULES_KEY });
      if (edited) toast.success('The schedule was changed.');
      else
        toast.success('It repeats from now on.', {
          ...(saved.nextAt && { description: `First run: ${formatDate(saved.nextAt)}. See Schedules.` }),
        });
      onDone();
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const target = saving ? saving.read() : {};
        if (!badLimit && !badWork && target) save.mutate(target.saveTo);
      }}
    >
      {save.error && <Alert tone="danger">{failureMessage(save.error)}</Alert>}
      <Field
        label={repeat?.kind === 'leads' ? 'List' : 'Name'}
        hint={
          repeat?.kind === 'leads'
            ? 'New leads are added to this list. Each run shows which of its leads changed or are gone.'
            : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      {edited?.listWork && list && work && (
        <ListWorkFields list={list} before={edited.listWork} work={work} onWork={setWork} />
      )}
      {repeat?.kind === 'list' && (
        <Field
          label="Rows"
          hint={
            repeat.someRows && view === ''
              ? 'It repeats for all rows of the list, not only those that you chose. To repeat it for some, save their filters as a view first.'
              : undefined
          }
        >
          {(control) => (
            <Select {...control} value={view} onChange={({ target }) => setView(target.value)}>
              <option value="">All rows</option>
              {repeat.list.views.map((each) => (
                <option key={each.name} value={each.name}>
                  View “{each.name}”
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TimeFields time={time} onTime={setTime} />
      <Field
        label="Spend at most"
        error={badLimit ? 'Enter a whole number above 0' : undefined}
        hint="Credits for each run. A run never costs more."
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            value={cap}
            onChange={({ target }) => setCap(target.value)}
          />
        )}
      </Field>
      {saving?.field}
      <label className="flex min-h-8 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={mails}
          onChange={({ target }) => setMails(target.checked)}
        />
        Email me after each run
      </label>
      <p className="text-sm text-muted-foreground">
        Pause or delete it on the page{' '}
        <Link to={SCHEDULES_PATH} className="underline underline-offset-4">
          Schedules
        </Link>
        . It pauses automatically when your credits run out.
      </p>
      <DialogFooter>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} disabled={badLimit || badWork}>
          {edited ? 'Save changes' : 'Repeat'}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The list that an edited schedule runs, and what it is to run there. */
function useListWork(edited: ScheduleView | null) {
  const { data } = useLists();
  const [work, setWork] = useState(edited?.listWork ?? null);
  const list = data?.lists.find(({ id }) => id === edited?.listId);
  return { list, work, setWork };
}

function workOf(
  repeat: Repeatable,
  { name, view, saveTo }: { name: string; view: string; saveTo: StartSave | undefined },
): RepeatedWork {
  switch (repeat.kind) {
    case 'list': {
      const { list, steps, cells } = repeat;
      return {
        kind: 'list',
        list: list.id,
        cells,
        ...(steps ? { steps: [...steps] } : {}),
        ...(view === '' ? {} : { view }),
      };
    }
    case 'leads':
      return { ...repeat.work, search: { ...repeat.work.search, name } };
    case 'task':
      return { kind: 'task', task: repeat.task, ...(saveTo && { saveTo }) };
  }
}
