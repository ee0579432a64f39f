import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import type { ExistingRows } from '#contract/calls/list-table-calls.ts';
import type { ColumnRole } from '#contract/list-columns.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { matchColumns, sentNames } from '#engines/csv/match-columns.ts';
import type { ReadyRecipe } from '#tools/tool.ts';
import { invoke } from '../../lib/calls.ts';
import { cn } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { RECIPES_KEY } from '../../lib/lists.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import type { OpenedWorkbook } from '../open-workbook.ts';
import { readListFile } from '../read-list-file.ts';
import { SheetChoice } from '../sheet-choice.tsx';
import { UnreadableNote } from '../unreadable-note.tsx';
import { rolesOf } from './import-attempt.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportMatching } from './import-matching.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportSource } from './import-source.tsx';
import { ImportSummary } from './import-summary.tsx';
import { type ChosenTargets, targetsOf } from './import-targets.ts';
import { LackedColumns } from './lacked-columns.tsx';
import { type ImportTable, namedRows, readRows } from './read-rows.ts';
import { type ImportDone, type ListImports, useImport } from './use-import.ts';

export interface ImportDialogProps {
  open: boolean;
  /** the list that gets the rows; null for a new one */
  list: ListView | null;
  /** rows to start with */
  text?: string;
  /** that everyone has; for a new list */
  recipes?: readonly ReadyRecipe[];
  /** the name of the one to start with */
  recipe?: string;
  /** `isDone`: all rows are in the list, and the next import starts afresh */
  onClose: (isDone: boolean) => void;
  /** null for a new list */
  imports?: ListImports | null;
  /** all rows are in this list */
  onDone: (list: ListView, done: ImportDone) => void;
}

/** What to call a list with the sample of a recipe; of no recipe if `recipe` is empty. */
const sampleName = (recipe: string) => (recipe === '' ? 'Sample' : `Sample: ${recipe}`);

/** Why rows can't be imported yet, for the person who does it; null if they can. */
function lackedBy(
  rows: readonly unknown[],
  choices: { name: string } | { names: readonly (string | null)[] },
): string | null {
  if (rows.length === 0) return 'There are no rows below the header.';
  if ('name' in choices) return choices.name.trim() === '' ? 'Give the list a name.' : null;
  return choices.names.every((each) => each === null) ? 'All columns are skipped.' : null;
}

/**
 * Imports a file or pasted cells into a list: what is read is shown before anything is saved. While it is mounted, it keeps what was
 * read and chosen, also when it is closed.
 */
export default function ImportDialog({
  open,
  list,
  text: given = '',
  recipes = [],
  recipe: startWith = '',
  imports = null,
  onClose,
  onDone,
}: ImportDialogProps) {
  const [text, setText] = useState(given);
  const [table, setTable] = useState<ImportTable | null>(null);
  const [workbook, setWorkbook] = useState<OpenedWorkbook | null>(null);
  const [source, setSource] = useState('');
  const [typedName, setTypedName] = useState<string | null>(null);
  const [wantedKey, setKeyColumn] = useState('');
  const [recipe, setRecipe] = useState(startWith);
  const [chosenRoles, setChosenRoles] = useState<ReadonlyMap<string, ColumnRole | null>>(new Map());
  const [chosenTargets, setChosenTargets] = useState<ChosenTargets>(new Map());
  const [existing, setExisting] = useState<ExistingRows>('update');
  const { data: own } = useQuery({
    queryKey: RECIPES_KEY,
    queryFn: ({ signal }) => invoke(LIST_RECIPE_CALLS.listRecipes, {}, { signal }),
    enabled: open && list === null,
  });
  const name = typedName ?? source;
  const choices: Recipe[] = [...(own?.recipes ?? []), ...recipes.map((each) => each.recipe)];
  const named = useMemo(() => table && namedRows(table), [table]);
  const guessed = useMemo(
    () => (named && list ? matchColumns(named.columns, named.rows, list) : []),
    [named, list],
  );
  const targets = named && list ? targetsOf(named.columns, guessed, chosenTargets, list) : [];
  const names = named && list ? sentNames(named.columns, targets, list) : (named?.columns ?? []);
  // Without its header, a file has other columns.
  const keyColumn = named && names[named.columns.indexOf(wantedKey)] ? wantedKey : '';
  const roles = useMemo(() => (named ? rolesOf(named, chosenRoles) : []), [named, chosenRoles]);
  const chosen = choices.find((each) => each.name === recipe);
  const importing = useImport({
    list,
    choices: named && { named, name, keyColumn, roles, chosenTargets, targets, names, existing },
    recipe: chosen,
    imports,
    onDone,
  });
  const { problem, setProblem, recipeProblem, progress, sending, before, saved, send, stop } = importing;

  async function read(content: string, from: string) {
    setProblem(null);
    const result = await readRows(content);
    if (!result.ok) return setProblem(result.problem);
    setTable(result.table);
    setSource(from);
    if (name.trim() === '') setTypedName(null);
  }
  async function readFile(file: File, sheet?: string) {
    const result = await readListFile(file, 'CSV, TSV or XLSX', sheet);
    if ('problem' in result) return setProblem(result.problem);
    setWorkbook(result.workbook ?? null);
    await read(result.text, file.name.replace(/\.[a-z0-9]{1,5}$/i, ''));
  }

  const lack = lackedBy(named?.rows ?? [], list ? { names } : { name });
  const isDone = before !== null && progress !== null && progress.sent === progress.total;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (next) return;
        stop();
        if (isDone && list) importing.open();
        else onClose(isDone);
      }}
      insistent={sending}
      title={list ? `Import into “${list.name}”` : 'New list'}
      help={
        list
          ? 'Choose where each column goes, and what happens to rows already in the list.'
          : 'From a file, or from cells that you copied in a spreadsheet.'
      }
      className={table ? 'w-[min(56rem,calc(100vw-2rem))]' : undefined}
    >
      {problem && (
        <Alert
          tone="danger"
          title={saved > 0 ? 'The rest wasn’t imported' : 'This wasn’t imported'}
          className="mb-4"
        >
          {problem}
          {saved > 0 && ` ${plural(saved, 'row')} before that are saved. Import again to go on.`}
        </Alert>
      )}
      {recipeProblem && before && (
        <Alert
          tone="danger"
          title="The rows are saved, but the recipe wasn’t added"
          className="mb-4"
          action={
            <Button
              variant="secondary"
              size="sm"
              busy={sending}
              onClick={() => void importing.retryRecipe(before.list)}
            >
              Try again
            </Button>
          }
        >
          {recipeProblem}
        </Alert>
      )}
      {!table || !named ? (
        <ImportSource
          text={text}
          onFile={(file) => void readFile(file)}
          onText={setText}
          onRead={() => {
            setWorkbook(null);
            const isSample = given !== '' && text === given;
            void read(text, isSample ? sampleName(startWith) : 'Pasted rows');
          }}
        />
      ) : isDone && (!sending || recipeProblem) ? (
        <ImportSummary progress={progress} onOpen={importing.open} />
      ) : (
        <div className="flex flex-col gap-4">
          {!list && (
            <Field label="Name of the list">
              {(control) => (
                <Input
                  {...control}
                  value={name}
                  maxLength={100}
                  autoComplete="off"
                  disabled={sending}
                  onChange={({ target }) => setTypedName(target.value)}
                />
              )}
            </Field>
          )}
          {workbook && (
            <SheetChoice
              workbook={workbook}
              disabled={sending}
              onSheet={(sheet) => void readFile(workbook.file, sheet)}
            />
          )}
          <div className="flex flex-wrap items-start justify-between gap-4">
            <label className={cn('flex min-h-9 items-center gap-2.5', !list && 'lg:mt-6.5')}>
              <input
                type="checkbox"
                className="size-4 accent-(--accent)"
                checked={table.hasHeader}
                disabled={sending}
                onChange={({ target }) => setTable({ ...table, hasHeader: target.checked })}
              />
              The first row has the names of the columns
            </label>
            <ImportMatching
              list={list}
              columns={named.columns}
              names={names}
              keyColumn={keyColumn}
              existing={existing}
              disabled={sending}
              onKeyColumn={setKeyColumn}
              onExisting={setExisting}
            />
          </div>
          {!list && (
            <Field label="Recipe" hint="Columns that are ready to run. You see the cost first.">
              {(control) => (
                <Select
                  {...control}
                  value={recipe}
                  disabled={sending}
                  onChange={({ target }) => setRecipe(target.value)}
                >
                  <option value="">None: add columns later</option>
                  {choices.map((each) => (
                    <option key={each.name}>{each.name}</option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          {chosen && <LackedColumns recipe={chosen} columns={named.columns} roles={roles} />}
          <UnreadableNote text={table.text} />
          {list ? (
            <ImportColumns
              columns={named.columns}
              rows={named.rows}
              list={list}
              targets={targets}
              names={names}
              disabled={sending}
              onChange={(changed) => setChosenTargets(new Map([...chosenTargets, ...changed]))}
            />
          ) : (
            <ImportPreview
              columns={named.columns}
              rows={named.rows}
              roles={{
                values: roles,
                disabled: sending,
                onChange: (index, role) =>
                  setChosenRoles(new Map(chosenRoles).set(named.columns[index] ?? '', role)),
              }}
            />
          )}
          {sending && progress && (
            <Progress label="Rows imported" done={progress.sent} total={progress.total} />
          )}
          <DialogFooter>
            <p role="status" className="mr-auto text-sm text-muted-foreground tabular-nums">
              {sending && progress
                ? `${formatNumber(progress.sent)} of ${plural(progress.total, 'row')}`
                : saved > 0 && before
                  ? `${formatNumber(saved)} of ${plural(named.rows.length, 'row')} are in “${before.list.name}”`
                  : (lack ?? plural(named.rows.length, 'row'))}
            </p>
            {sending ? (
              <Button variant="secondary" onClick={stop}>
                Stop
              </Button>
            ) : (
              <Button variant="secondary" onClick={() => setTable(null)}>
                Back
              </Button>
            )}
            <Button busy={sending} disabled={lack !== null} onClick={() => void send()}>
              {sending ? 'Importing…' : `Import ${plural(named.rows.length - saved, 'row')}`}
            </Button>
          </DialogFooter>
        </div>
      )}
    </Dialog>
  );
}
