import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { LeadSaveView } from '#contract/lead-saves.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import type { ListView } from '#contract/lists.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { TaskType } from '#contract/tasks.ts';
import { ACCOUNT_KEY } from '../../../lib/account.ts';
import { failureMessage, invoke } from '../../../lib/calls.ts';
import { useGate } from '../../../lib/gate.ts';
import { isListGone, LISTS_KEY, listPath, overviewChanged, savedText } from '../../../lib/lists.ts';
import { toast } from '../../../lib/toast.ts';
import type { ExportOptions } from '../export/export-choice.ts';
import { isGated, quoteKey } from '../export/use-lead-export.ts';
import { type LeadFilter, wireFilters } from '../lead-filter.ts';

const POLL_MS = 500;

/** Where leads are saved, and what uses them next. */
export interface SaveTarget {
  name: string;
  /** null: only saved */
  tool: TaskType | null;
  /** with the cells of the companies, from the lists of the filter */
  companyCells: boolean;
  /** adds a step that gets emails from the websites of the businesses, and asks what it costs */
  withEmailStep?: boolean;
}

/** Leads that are being saved. `leads` is null until it is known. */
export interface SaveProgress {
  name: string;
  done: number;
  leads: number | null;
}

/** What the function gets of a target. */
function chosenTarget({ name, companyCells }: SaveTarget) {
  return companyCells ? { name, companyCells } : { name };
}

/** Saves the leads that match a filter to a list, one save at a time, and opens the list if a tool is to use it. */
export function useLeadSave(database: LeadDatabase, filter: LeadFilter) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const gate = useGate();
  // A retry after a lost response has the same key, so it is saved and charged once.
  const last = useRef<{ content: string; key: string } | null>(null);
  const start = useMutation({
    mutationFn: ({ options, target }: { options: ExportOptions; target: SaveTarget }) => {
      const input = { database, filters: wireFilters(database, filter), ...chosenTarget(target), ...options };
      const content = JSON.stringify(input);
      if (last.current?.content !== content) last.current = { content, key: crypto.randomUUID() };
      return invoke(LIST_CALLS.listSaveLeads, input, { idempotencyKey: last.current.key });
    },
    onSuccess: () => {
      last.current = null;
    },
    onError: (error) => {
      if (isListGone(error)) void overviewChanged(client);
      if (isGated(error)) gate(error);
      else toast.error('The leads were not saved', { description: failureMessage(error) });
    },
  });
  const undoSave = (list: ListView, edit: string) =>
    import('../../../kit/undo-save.ts').then(
      (part) => part.undoSave(list, edit, { client, note: 'Saving these leads again is free.' }),
      () => toast.error(MESSAGES.shell.notLoaded),
    );
  const { data: started, variables } = start;
  const { data: view = started } = useQuery({
    queryKey: ['lead-save', started?.id],
    queryFn: ({ signal }) => invoke(LIST_CALLS.listLeadSave, { id: started?.id ?? '' }, { signal }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'saving' ? false : POLL_MS),
  });

  const openWithEmailStep = async (list: ListView) => {
    try {
      const { addEmailStep } = await import('./email-step.ts');
      await addEmailStep(list);
      void navigate(`${listPath(list.id)}?run=all`);
    } catch (error) {
      toast.error('The leads were saved, but the step was not added', {
        description: failureMessage(error),
        action: { label: 'Open list', onClick: () => void navigate(listPath(list.id)) },
      });
    }
  };
  const finish = (ended: LeadSaveView, target: SaveTarget) => {
    start.reset();
    void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
    void client.invalidateQueries({ queryKey: LISTS_KEY });
    void client.invalidateQueries({ queryKey: quoteKey(database) });
    const { state, problem, list } = ended;
    const open = list && {
      action: { label: 'Open list', onClick: () => void navigate(listPath(list.id)) },
    };
    if (state === 'failed') {
      const done = ended.added + ended.updated;
      const title = done > 0 ? 'Only some leads were saved' : 'The leads were not saved';
      toast.error(title, { description: problem ?? undefined, ...open });
    } else if (list && target.withEmailStep) {
      void openWithEmailStep(list);
    } else if (list && target.tool) {
      void navigate(`${listPath(list.id)}?tool=${target.tool}`);
    } else {
      const undo =
        list && ended.added > 0
          ? { cancel: { label: 'Undo', onClick: () => void undoSave(list, ended.edit) } }
          : {};
      toast.success(savedText({ ...ended, name: list?.name ?? target.name }), { ...open, ...undo });
    }
  };
  const ended = view && view.state !== 'saving' ? view : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each save that ends.
  useEffect(() => {
    if (ended && variables) finish(ended, variables.target);
  }, [ended?.id]);

  const isRunning = start.isPending || (view !== undefined && ended === null);
  const progress: SaveProgress | null =
    isRunning && variables
      ? {
          name: variables.target.name,
          done: view ? view.added + view.updated + view.refused : 0,
          leads: view?.leads ?? null,
        }
      : null;
  return {
    progress,
    start: (options: ExportOptions, target: SaveTarget) => {
      if (!isRunning) start.mutate({ options, target });
    },
  };
}
