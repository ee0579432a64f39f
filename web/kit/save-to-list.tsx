import { ArrowRight, ListPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { ListName } from '#contract/lists.ts';
import type { TaskView } from '#contract/tasks.ts';
import { messageOf } from '../lib/calls.ts';
import { formatDay, plural } from '../lib/format.ts';
import { listPath, savedText, useLists, useSaveTask } from '../lib/lists.ts';
import { toast } from '../lib/toast.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { taskLabels } from './task-labels.ts';

type SavedTask = Pick<TaskView, 'id' | 'type' | 'processed' | 'found' | 'rows_deleted_at' | 'createdat'>;

/** The selected rows, as the call takes them. */
interface SelectedRows {
  rows: { show?: string; q?: string; where?: string; selected?: string };
  count: number;
}

interface SaveToListProps {
  task: SavedTask;
  /** only these rows */
  selected?: SelectedRows;
  /** opens the list, where every tool can start with it */
  continues?: boolean;
}

/** Saves the results of a task to a list, also while the task runs. */
export function SaveToList({ task, selected, continues = false }: SaveToListProps) {
  const [open, setOpen] = useState(false);
  const title = continues ? 'Use in another tool' : 'Save to list';
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger>
        <Button
          variant="secondary"
          size="sm"
          disabled={task.processed === 0 || task.rows_deleted_at !== null}
        >
          {continues ? <ArrowRight aria-hidden /> : <ListPlus aria-hidden />}
          {title}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={title} className="w-80 max-w-[calc(100vw-1.5rem)] p-4">
        <SaveForm task={task} selected={selected} continues={continues} onSaved={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

interface SaveFormProps {
  task: SavedTask;
  selected: SelectedRows | undefined;
  continues: boolean;
  onSaved: () => void;
}

function SaveForm({ task, selected, continues, onSaved }: SaveFormProps) {
  const id = useId();
  const navigate = useNavigate();
  const save = useSaveTask();
  const lists = useLists().data?.lists ?? [];
  const names = lists.flatMap(({ name, source }) =>
    source.kind === 'task' && source.type === task.type ? [name] : [],
  );
  const { item } = taskLabels(task.type);
  const usual = `${taskLabels(task.type).name}, ${formatDay(task.createdat)}`;
  const [typed, setName] = useState<string>();
  // A tool works on a whole list, so it gets a new one.
  const name =
    typed ?? (continues && selected ? freeName(`${usual}, ${plural(selected.count, 'row')}`, lists) : usual);
  const [rows, setRows] = useState<'found' | 'all'>(selected || task.found === 0 ? 'all' : 'found');
  const [fault, setFault] = useState<string>();
  const exists = names.includes(name.trim());

  const submit = () => {
    const parsed = ListName.safeParse(name);
    setFault(parsed.error?.issues[0]?.message);
    if (!parsed.success || save.isPending) return;
    save.mutate(
      { taskId: task.id, name: parsed.data, rows, ...selected?.rows },
      {
        onSuccess: ({ list, ...saved }) => {
          onSaved();
          if (continues) return void navigate(listPath(list.id));
          toast.success(savedText({ name: list.name, ...saved }), {
            action: { label: 'Open list', onClick: () => navigate(listPath(list.id)) },
          });
        },
      },
    );
  };

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="List"
        error={fault}
        hint={exists ? 'The rows are added to this list. Rows it already has are updated.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            list={`${id}-names`}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <datalist id={`${id}-names`}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {selected ? (
        <p className="text-sm text-muted-foreground tabular-nums">
          {continues
            ? `Saves ${plural(selected.count, 'row')} with all columns. Choose the tool on the page of the list.`
            : `Saves ${plural(selected.count, 'selected row')} with all columns.`}
        </p>
      ) : (
        <fieldset className="grid gap-1">
          <legend className="sr-only">Rows to save</legend>
          {[
            { value: 'found' as const, label: `Only found (${plural(task.found, item)})` },
            { value: 'all' as const, label: `All (${plural(task.processed, item)})` },
          ].map((choice) => (
            <label key={choice.value} className="flex min-h-8 items-center gap-2 tabular-nums">
              <input
                type="radio"
                name={`${id}-rows`}
                className="size-4 accent-(--accent)"
                checked={rows === choice.value}
                onChange={() => setRows(choice.value)}
              />
              {choice.label}
            </label>
          ))}
        </fieldset>
      )}
      {save.error && <Alert tone="danger">{messageOf(save.error)}</Alert>}
      <Button type="submit" busy={save.isPending}>
        {continues ? 'Save and continue' : 'Save'}
      </Button>
    </form>
  );
}

/** The name, or with a number if a list has it. */
function freeName(name: string, lists: readonly { name: string }[]): string {
  const taken = new Set(lists.map((list) => list.name));
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name} (${n})`;
  return free;
}
