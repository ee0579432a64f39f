import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, ListPlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { ListName, type ListSource, type ListView } from '#contract/lists.ts';
import { MESSAGES } from '#contract/messages.ts';
import { failureMessage, invoke } from '../lib/calls.ts';
import { LISTS_KEY, listPath, savedText, useLists } from '../lib/lists.ts';
import { toast } from '../lib/toast.ts';
import { useRepeatKey } from '../lib/use-repeat-key.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../ui/popover.tsx';
import { ListNameField, newListName } from './list-name-field.tsx';
import { partlySaved } from './partly-saved.ts';

interface Saved {
  list: ListView;
  added: number;
  updated: number;
  refused: number;
  tooLarge?: number;
  /** what undoes the save; null if there is nothing to undo, or the list is new */
  edit: string | null;
  /** who left rows out, as a text */
  leftOut?: string;
}

interface RowChoice<Choice extends string> {
  value: Choice;
  label: string;
  /** of rows that have another source than the usual ones, with their suggested name */
  list?: { source: ListSource; suggested: string };
  /** a question about these rows, shown once they are chosen */
  more?: ReactNode;
}

interface SaveFormProps<Choice extends string> {
  source: ListSource;
  /** the suggested name of the list */
  suggested: string;
  /** suggests a name that no list has */
  isNew?: boolean;
  /** the list that the rows are in already */
  from?: string;
  /** what is saved, as a sentence, or the choices of it, the first one chosen */
  rows: string | readonly RowChoice<Choice>[];
  /** Saves the rows. `choice`: of `rows`. `edit`: a new ID that undoes it */
  save: (name: string, choice: Choice | undefined, edit: string) => Promise<Saved>;
  /** opens the list, where every tool can start with it */
  continues?: boolean;
}

/** Saves rows to a new list or one that is there. */
export function SaveToList<Choice extends string>({
  disabled = false,
  ...form
}: SaveFormProps<Choice> & { disabled?: boolean }) {
  const [open, setOpen] = useState(false);
  const saving = useSaving(form, open, () => setOpen(false));
  const change = (opens: boolean) => {
    if (opens && !saving.isPending) saving.reset();
    setOpen(opens);
  };
  const title = form.continues ? 'Use in another tool' : 'Save to list';
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger>
        <Button variant="secondary" size="sm" disabled={disabled}>
          {form.continues ? <ArrowRight aria-hidden /> : <ListPlus aria-hidden />}
          {title}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={title} className="w-80 max-w-[calc(100vw-1.5rem)] p-4">
        <SaveForm {...form} saving={saving} />
      </PopoverContent>
    </Popover>
  );
}

interface Saving<Choice> {
  name: string;
  choice: Choice | undefined;
}

/** Saves also after the popover was closed, and then says in a toast how it went. */
function useSaving<Choice extends string>(
  { save, continues = false }: Pick<SaveFormProps<Choice>, 'save' | 'continues'>,
  open: boolean,
  close: () => void,
) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  // A retry keeps the edit of the save that failed, so that one undo takes back both. A save of other rows gets its own.
  const edit = useRepeatKey();
  const tried = useRef('');
  const cancel = (list: ListView, id: string) => ({
    label: 'Undo',
    onClick() {
      edit.renew();
      import('./undo-save.ts').then(
        ({ undoSave }) => undoSave(list, id, { client: queries, note: '' }),
        () => toast.error(MESSAGES.shell.notLoaded),
      );
    },
  });
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
    // The rows can only be chosen while this is closed.
    if (open) tried.current = '';
    return () => {
      isOpen.current = false;
    };
  }, [open]);
  return useMutation({
    mutationFn({ name, choice }: Saving<Choice>) {
      const target = `${choice} ${name}`;
      if (tried.current !== target) edit.renew();
      tried.current = target;
      return save(name, choice, edit.key());
    },
    onSuccess: ({ list, edit: done, ...saved }) => {
      edit.renew();
      const openList = () => navigate(listPath(list.id));
      if (continues && isOpen.current) void openList();
      else
        toast.success(savedText({ name: list.name, ...saved }), {
          action: { label: 'Open list', onClick: openList },
          ...(done !== null && { cancel: cancel(list, done), duration: LONG_TOAST_MS }),
        });
      close();
      return queries.invalidateQueries({ queryKey: LISTS_KEY });
    },
    async onError(error, { name }) {
      const done = partlySaved(error);
      const list = done === null ? null : await listNamed(name).catch(() => null);
      if (done !== null && list)
        toast.error(`Only some rows were saved to “${name}”`, {
          description: failureMessage(error),
          cancel: cancel(list, done),
        });
      else if (!isOpen.current)
        toast.error("We couldn't save the rows", { description: failureMessage(error) });
    },
  });
}

async function listNamed(name: string): Promise<ListView | null> {
  const { lists } = await invoke(LIST_CALLS.lists, {});
  return lists.find((list) => list.name === name) ?? null;
}

type SaveProps<Choice extends string> = Omit<SaveFormProps<Choice>, 'save'> & {
  saving: ReturnType<typeof useSaving<Choice>>;
};

function SaveForm<Choice extends string>(props: SaveProps<Choice>) {
  const { isNew = false, from, rows, saving, continues = false } = props;
  const id = useId();
  const lists = useLists().data?.lists ?? [];
  const choices = typeof rows === 'string' ? [] : rows;
  const [chosen, setChosen] = useState(choices[0]?.value);
  const choice = choices.find(({ value }) => value === chosen);
  const { source, suggested } = choice?.list ?? props;
  const [typed, setName] = useState<string>();
  const name = typed ?? (isNew ? newListName(suggested, lists) : suggested);
  const [fault, setFault] = useState<string>();

  const submit = () => {
    const parsed = ListName.safeParse(name);
    setFault(parsed.error?.issues[0]?.message);
    if (!parsed.success || saving.isPending) return;
    saving.mutate({ name: parsed.data, choice: chosen });
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
      <ListNameField source={source} what="rows" name={name} onName={setName} error={fault} except={from} />
      {typeof rows === 'string' ? (
        <p className="text-sm text-muted-foreground tabular-nums">{rows}</p>
      ) : (
        <fieldset className="grid gap-1">
          <legend className="sr-only">Rows to save</legend>
          {choices.map(({ value, label }) => (
            <label key={value} className="flex min-h-8 items-center gap-2 tabular-nums">
              <input
                type="radio"
                name={`${id}-rows`}
                className="size-4 accent-(--accent)"
                checked={chosen === value}
                onChange={() => setChosen(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {choice?.more}
      {saving.error && <Alert tone="danger">{failureMessage(saving.error)}</Alert>}
      <Button type="submit" busy={saving.isPending}>
        {continues ? 'Save and continue' : 'Save'}
      </Button>
    </form>
  );
}
