import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LIST_RECIPE_CALLS } from '#contract/calls/list-recipe-calls.ts';
import { LIST_TABLE_CALLS } from '#contract/calls/list-table-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Recipe } from '#contract/list-recipes.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { warnBeforeLeaving } from '../../lib/leave-warning.ts';
import { LISTS_KEY, overviewChanged } from '../../lib/lists.ts';
import { toast } from '../../lib/toast.ts';
import {
  type Attempt,
  type Begun,
  type Choices,
  isSame,
  prepareList,
  sayDone,
  withoutSaved,
} from './import-attempt.ts';
import { type ImportProgress, sendRows } from './send-rows.ts';

interface ImportRequest {
  /** the list that gets the rows; null for a new one */
  list: ListView | null;
  /** null until a table was read */
  choices: Choices | null;
  /** is added to the list after its rows */
  recipe: Recipe | undefined;
  /** all rows are in this list; `isReady`: with columns of a recipe that a tool can fill now */
  onDone: (list: ListView, isReady: boolean) => void;
}

/** Sends the rows of an import, and goes on after a failure. It ends also when its dialog is closed by another page of the app. */
export function useImport({ list, choices, recipe, onDone }: ImportRequest) {
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
  // With other rows or choices, it is another import.
  const before = begun && choices && isSame(begun, choices) ? begun : null;

  async function begin(asked: Choices): Promise<Begun> {
    if (!attempt.current || !isSame(attempt.current, asked))
      attempt.current = { key: crypto.randomUUID(), ...asked };
    const started = attempt.current;
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
      const { key, list: target, named, names } = before ?? (await begin(choices));
      const done = await sendRows(target.id, named, {
        key,
        names,
        before: before ? progress : null,
        signal: own.signal,
        onProgress: setProgress,
      });
      const isReady = await addRecipe(target);
      if (left.current) sayDone(target, done, { hasRecipe: isReady });
      else if (isReady && done.refused === 0) finish(target, done);
    } catch (error) {
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
  function finish(target: ListView, { added, updated }: ImportProgress) {
    if (list || updated > 0)
      toast.success(`${plural(added, 'row')} added, ${formatNumber(updated)} updated.`, {
        description: updated > 0 ? 'Rows with the same key are one row.' : undefined,
      });
    onDone(target, recipe?.steps.some(({ kind }) => kind === 'tool') ?? false);
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
    retryRecipe,
    stop: () => controller.current?.abort(),
  };
}
