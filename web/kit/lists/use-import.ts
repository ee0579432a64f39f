import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { warnBeforeLeaving } from '../../lib/leave-warning.ts';
import { LISTS_KEY, overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import {
  type Attempt,
  type Begun,
  type Choices,
  isSame,
  newAttempt,
  prepareList,
  sayDone,
  withoutSaved,
} from './import-attempt.ts';
import { type ImportProgress, sendRows } from './send-rows.ts';

/** What became of an import. */
export interface ImportDone {
  /** the list has columns of a recipe that a tool can fill now */
  isReady: boolean;
  message: string;
  /** what undoes it */
  edits: readonly string[];
}

/** What the page of a list does about imports into it. */
export interface ListImports {
  /** Remembers what undoes the parts of an import that are saved. */
  saved: (edits: readonly string[]) => void;
  wasUndone: (edits: readonly string[]) => boolean;
  /** Shows the rows that are saved. */
  ended: () => void;
}

interface ImportRequest {
  /** the list that gets the rows; null for a new one */
  list: ListView | null;
  /** null until a table was read */
  choices: Choices | null;
  /** is added to the list after its rows */
  recipe: Recipe | undefined;
  /** null for a new list */
  imports: ListImports | null;
  /** all rows are in this list */
  onDone: (list: ListView, done: ImportDone) => void;
}

/** Sends the rows of an import, and goes on after a failure. It ends also when its dialog is closed by another page of the app. */
export function useImport({ list, choices, recipe, imports, onDone }: ImportRequest) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [sending, setSending] = useState(false);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [recipeProblem, setRecipeProblem] = useState<string | null>(null);
  const controller = useRef<AbortController | null>(null);
  const attempt = useRef<Attempt | null>(null);
  /** another page of the app is open, and the import goes on */
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const isUndone = imports?.wasUndone(progress?.edits ?? []) ?? false;
  // With other rows or choices, or if it was undone, it is another import.
  const before = begun && choices && isSame(begun, choices) && !isUndone ? begun : null;

  async function begin(asked: Choices): Promise<Begun> {
    const known = attempt.current;
    const started =
      known && isSame(known, asked) && !isUndone ? known : newAttempt(asked, { isNew: list === null });
    attempt.current = started;
    const { named, name, keyColumn, roles } = started;
    if (begun && !list)
      toast.info(`“${begun.list.name}” keeps the ${plural(progress?.sent ?? 0, 'row')} imported before.`);
    setProgress(null);
    const target = list
      ? await prepareList(list.id, started).catch((error: unknown) => {
          // With the list as it is now.
          if (error instanceof CallError && error.code === 'conflict') attempt.current = null;
          throw error;
        })
      : await invoke(
          LIST_TABLE_CALLS.listCreate,
          {
            name,
            columns: named.columns.map((column, index) => ({ name: column, role: roles[index] ?? null })),
            keyColumn: keyColumn === '' ? null : keyColumn,
          },
          { idempotencyKey: started.key },
        );
    const next = { ...started, list: target };
    setBegun(next);
    return next;
  }
  async function send() {
    if (!choices) return;
    setProblem(null);
    setSending(true);
    const own = new AbortController();
    controller.current = own;
    const release = warnBeforeLeaving();
    try {
      const { list: target, named, ...sent } = before ?? (await begin(choices));
      const done = await sendRows(target.id, named, {
        ...sent,
        before: before ? progress : null,
        signal: own.signal,
        onProgress(now) {
          setProgress(now);
          imports?.saved(now.edits);
        },
      });
      const isReady = await addRecipe(target);
      if (left.current) sayDone(target, done, { hasRecipe: isReady });
      else if (isReady && done.refused === 0) finish(target, done);
      else imports?.ended();
    } catch (error) {
      imports?.ended();
      if (own.signal.aborted) return;
      setProblem(failureMessage(error));
      if (left.current)
        toast.error('The import ended before its last row', { description: failureMessage(error) });
    } finally {
      release();
      setSending(false);
      // A part of the rows may be saved.
      void client.invalidateQueries({ queryKey: LISTS_KEY });
      void overviewChanged(client);
    }
  }
  function finish(target: ListView, { added, updated, edits }: ImportProgress) {
    const message = `${plural(added, 'row')} added, ${formatNumber(updated)} updated.`;
    if (!list && updated > 0) toast.success(message, { description: 'Rows with the same key are one row.' });
    const isReady = recipe?.steps.some(({ kind }) => kind === 'tool') ?? false;
    onDone(target, { isReady, message, edits });
  }
  /** Returns whether the list has the recipe, if one was chosen. */
  async function addRecipe(target: ListView): Promise<boolean> {
    setRecipeProblem(null);
    if (!recipe) return true;
    try {
      await invoke(LIST_RECIPE_CALLS.listRecipeApply, { id: target.id, recipe: withoutSaved(recipe) });
      return true;
    } catch (error) {
      setRecipeProblem(failureMessage(error));
      return false;
    }
  }
  async function retryRecipe(target: ListView) {
    setSending(true);
    if ((await addRecipe(target)) && progress?.refused === 0) finish(target, progress);
    setSending(false);
    void overviewChanged(client);
  }

  return {
    problem,
    setProblem,
    recipeProblem,
    progress,
    sending,
    /** the import that began with the same choices; null for none */
    before,
    /** rows of it that are in its list */
    saved: before && progress ? progress.sent : 0,
    send,
    /** leaves the summary of an import that is done */
    open: () => before && progress && finish(before.list, progress),
    retryRecipe,
    stop: () => controller.current?.abort(),
  };
}
