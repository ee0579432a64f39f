import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import type { Call } from '#contract/call.ts';
import type { TaskType, TaskView } from '#contract/tasks.ts';
import { attemptFor } from '../lib/attempt.ts';
import { useGate } from '../lib/gate.ts';
import { toast } from '../lib/toast.ts';
import { useIsShown } from '../lib/use-is-shown.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardContent, CardFooter } from '../ui/card.tsx';
import { type DraftFormat, isStarted, type ListDraft, withListOf, withText } from './list-draft.ts';
import { ListField } from './list-field.tsx';
import type { ListFormProps } from './list-tool-page.tsx';
import { type OpenedWorkbook, WORKBOOK_FILES } from './open-workbook.ts';
import { Quote } from './quote.tsx';
import { readFieldFile } from './read-list-file.ts';
import { useKeptSave, useSaveAtEnd } from './save-at-end.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { StartFailure } from './start-failure.tsx';
import { startTask } from './start-task.ts';
import { useStartingList } from './starting-list.ts';
import { type FreeItems, mostCredits, useFreeRepeats } from './use-free-repeats.ts';
import { useListDraft } from './use-list-draft.ts';
import { useSample } from './use-sample.ts';
import { useSpend } from './use-spend.tsx';
import { useStarted } from './use-started.ts';

/** The list in the form, and how its notes change it. */
export interface ListNotesProps<Draft extends ListDraft, List> {
  /** for the text that says what was recognized */
  id: string;
  draft: Draft;
  /** what the text is read as; while it is typed, as it was a moment ago */
  list: List;
  /** the text that the list was read from */
  text: string;
  onDraft: (draft: Draft) => void;
  /** empties the form, also of `more`, and offers to undo it */
  onClear: (more?: Partial<Draft>) => void;
  disabled: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The account that pays for a list, and what of it is free. */
interface ListCost {
  account: AccountView | undefined;
  /** items at most */
  count: number;
  free: FreeItems;
}

/** What the form of a tool is: its words, and how it reads, checks and starts a list. */
export interface ListFormParts<Draft extends ListDraft, List, C extends Call> {
  tool: {
    task: { type: TaskType; sample?: readonly string[]; itemNoun: string };
    calls: { start: C };
  };
  drafts: DraftFormat<Draft>;
  field: { label: string; placeholder: string; className?: string };
  /** `kinds`: the files that the form takes, in words: "TXT or CSV" */
  files: { label: string; accept: string; dropHint: string; kinds: string };
  /** the label of the button */
  action: string;
  /** its label while the task starts. Default: "Starting…" */
  starting?: string;
  /** what is free, in a sentence */
  note: string;
  /** The button can't be clicked without a list. Default: a click says what is missing. */
  needsList?: boolean;
  read: (draft: Pick<Draft, 'text' | 'column'>) => List;
  /** the items of a list as a task stores them, which may be free */
  items: (list: List) => string[];
  /** how many items the list has, which is the most that it can cost */
  count: (list: List, draft: Draft) => number;
  /** why the list can't be started, as a message; null if it can */
  validate: (list: List, draft: Draft, cost: ListCost) => string | null;
  request: (list: List, draft: Draft) => z.input<C['input']>;
  /** whether the task looks for people. Default: no */
  hasPeople?: (draft: Draft) => boolean;
  /** adds a file that was opened or dropped, or says why it can't */
  addFile: (file: { name: string; type: string; text: string }, draft: Draft) => Draft | { problem: string };
  /** what a new list in the text resets */
  reset?: Partial<Draft>;
  onStarted?: (task: TaskView) => void;
  notes: (props: ListNotesProps<Draft, List>) => ReactNode;
  /** Default: the number of items, their cost and the note */
  quote?: (cost: ListCost) => ReactNode;
}

/** The form of a tool for a pasted list or a file of one. The list stays until the task has started. */
export function ListForm<Draft extends ListDraft, List, C extends Call>({
  parts,
  accountId,
  account,
  onStarted,
}: ListFormProps & { parts: ListFormParts<Draft, List, C> }) {
  const { tool, drafts, read, items, count } = parts;
  const { type, sample = [], itemNoun } = tool.task;
  const { value: draft, update: setDraft, latest, saved } = useListDraft(accountId, drafts);
  const [problem, setProblem] = useState<string | null>(null);
  /** the last file, and the draft before it: another sheet takes the place of this one */
  const [added, setAdded] = useState<{ workbook: OpenedWorkbook; before: Draft } | null>(null);
  /** how many files are being read */
  const [reading, setReading] = useState(0);
  const reads = useRef(Promise.resolve());
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const gate = useGate();
  const isShown = useIsShown();
  const open = useStarted(onStarted);
  const start = useMutation({
    mutationFn: ({ request, key }: { request: z.input<C['input']>; key: string; text: string }) =>
      startTask(tool.calls.start, request, key),
    onSuccess: (task, started) => {
      if (isStarted(latest(), started)) {
        setDraft(drafts.empty);
        saving.clear();
      }
      parts.onStarted?.(task);
      return open(task);
    },
    onError: gate,
  });

  // Counting 10,000 lines must not slow down typing.
  const text = useDeferredValue(draft.text);
  const { column } = draft;
  const list = useMemo(() => read({ text, column }), [text, column, read]);
  const quoted = useMemo(() => ({ type, items: items(list) }), [type, list, items]);
  const free = useFreeRepeats(quoted);
  const cost = { account, count: count(list, draft), free };

  const change = (next: Draft) => {
    setProblem(null);
    setAdded(null);
    setDraft(next);
  };
  const clear = (more?: Partial<Draft>) => {
    const before = draft;
    change({ ...before, ...parts.reset, ...more, text: '', column: null, keepsColumns: true });
    field.current?.focus();
    toast.info('List cleared', { action: { label: 'Undo', onClick: () => setDraft(before) } });
  };
  const fillIn = (filled: string) => {
    const before = draft;
    change({ ...before, ...parts.reset, text: filled });
    return before.text.trim() === '' ? null : () => setDraft(before);
  };
  useSample(() => fillIn(sample.join('\n')));
  useStartingList(type, async (filled) => ({ restore: fillIn(filled) }));

  const kept = useKeptSave(type, accountId);
  const saving = useSaveAtEnd({ type, kept, hasPeople: parts.hasPeople?.(draft) ?? false });
  const { spend, isWaiting, question } = useSpend(account);
  const busy = start.isPending || isWaiting;
  const submit = () => {
    if (busy || reading > 0) return;
    // The list on screen may be older than the text.
    const current = read(draft);
    const most = count(current, draft);
    const refusal = parts.validate(current, draft, { account, count: most, free });
    setProblem(refusal);
    if (refusal) {
      start.reset();
      field.current?.focus();
      return;
    }
    const save = saving.read();
    if (!save) return;
    const request = Object.assign(parts.request(current, draft) as object, save) as z.input<C['input']>;
    const attempt = attemptFor([JSON.stringify(request)], draft.attempt, () => crypto.randomUUID());
    setDraft({ ...draft, attempt });
    const stored = items(current);
    spend({
      action: parts.action,
      cost: most,
      upTo: true,
      exact: async () => most - stored.length + (await mostCredits({ type, items: stored })),
      go: () => start.mutate({ request, key: attempt.key, text: draft.text }),
    });
  };

  const readFile = async (file: File, other: { sheet: string; before: Draft } | null) => {
    const opened = await readFieldFile(file, parts.files.kinds, other?.sheet);
    if (!isShown()) return;
    if ('problem' in opened) return setProblem(opened.problem);
    const { text, workbook } = opened;
    // The list may have changed while the file was read.
    const before = other ? withListOf(latest(), other.before, parts.reset) : latest();
    const next = parts.addFile({ name: file.name, type: file.type, text }, before);
    if ('problem' in next) setProblem(next.problem);
    else change(next);
    if (workbook) setAdded({ workbook, before });
  };
  // One after the other, so that their rows are in the order in which they were added.
  const addFile = (file: File, other: { sheet: string; before: Draft } | null = null) => {
    if (busy) return;
    setReading((files) => files + 1);
    const read = () => readFile(file, other).finally(() => setReading((files) => files - 1));
    reads.current = reads.current.then(read, read);
  };

  return (
    <Card>
      {question}
      <CardContent className="grid grid-cols-1 gap-3">
        <ListField
          {...parts.field}
          id={id}
          ref={field}
          text={draft.text}
          onText={(typed) => change(withText(draft, typed))}
          describedBy={`${id}-notes`}
          invalid={problem !== null}
          readOnly={busy}
          opening={reading > 0}
          saved={saved}
          file={{ ...parts.files, accept: `${parts.files.accept},${WORKBOOK_FILES}` }}
          onFile={(file) => addFile(file)}
          onSubmit={submit}
        />
        {/* What is started and what is read now must be what is shown. */}
        <fieldset className="contents" disabled={busy || reading > 0}>
          {added && (
            <SheetChoice
              workbook={added.workbook}
              onSheet={(sheet) => addFile(added.workbook.file, { sheet, before: added.before })}
            />
          )}
          {parts.notes({
            id: `${id}-notes`,
            draft,
            list,
            text,
            onDraft: setDraft,
            onClear: clear,
            disabled: busy || reading > 0,
            field,
          })}
          {saving.field}
        </fieldset>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {start.error && <StartFailure error={start.error} keptMessage="Your list is still here." />}
      </CardContent>
      <CardFooter>
        {parts.quote?.(cost) ?? <Quote {...cost} noun={itemNoun} note={parts.note} />}
        <Button
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Ctrl+Enter or ⌘+Enter"
          className="w-full sm:w-auto"
          onClick={submit}
          busy={busy || reading > 0}
          disabled={parts.needsList === true && cost.count === 0}
        >
          {start.isPending ? (parts.starting ?? 'Starting…') : parts.action}
        </Button>
      </CardFooter>
    </Card>
  );
}
