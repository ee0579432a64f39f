import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { CallError } from '#contract/errors.ts';
import { fileEnding, type TableFormat } from '#contract/file-types.ts';
import { NamedListGone } from '#contract/list-exclusions.ts';
import type { ExportFormat } from '#contract/list-exports.ts';
import type { ListView } from '#contract/lists.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import type { RowPer } from '#contract/task-csv.ts';
import { listsTool } from '#tools/index/tools.ts';
import { failureMessage, invoke } from './calls.ts';
import { downloadCall } from './download.ts';
import { useSession } from './session.tsx';
import { toast } from './toast.ts';

/** The page with all lists. */
export const LISTS_PATH = listsTool().path;
/** Opens a list with hints that follow what the person does there, by `?tour=1`. */
export const TOUR_PARAMETER = 'tour';

/** The lists and their rows; invalidate it after any change. */
export const LISTS_KEY = ['lists'] as const;
/** The overview. Call `overviewChanged` after a change of a list. */
export const OVERVIEW_KEY = [...LISTS_KEY, 'overview'] as const;
export const RECIPES_KEY = ['list-recipes'] as const;

/**
 * Loads the overview again, and forgets it where no page shows it, so that it never opens with a list as it was. A page
 * that shows it keeps it until the reply: an open table would otherwise start over. Resolves after the reply, and also
 * if it fails.
 */
export async function overviewChanged(client: QueryClient): Promise<void> {
  client.removeQueries({ queryKey: OVERVIEW_KEY, type: 'inactive' });
  await client.invalidateQueries({ queryKey: OVERVIEW_KEY });
}

/** Whether a call was refused because a list that it names was deleted meanwhile, or isn't an exclusion list anymore. */
export function isListGone(error: unknown): boolean {
  return error instanceof CallError && NamedListGone.safeParse(error.details).success;
}

/** Loads the lists again after such a refusal. */
export function useListsAfter(error: unknown): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isListGone(error)) void overviewChanged(client);
  }, [client, error]);
}

export function listPath(id: string): string {
  return `${LISTS_PATH}/${id}`;
}

/** The lists of the account. `onFocus`: also loads them again when the person returns to the page. */
export function useLists({ onFocus = false } = {}) {
  const { user } = useSession();
  return useQuery({
    queryKey: [...OVERVIEW_KEY, user?.id],
    queryFn: ({ signal }) => invoke(LIST_CALLS.lists, {}, { signal }),
    enabled: user !== null,
    refetchOnWindowFocus: onFocus && 'always',
  });
}

/** Rows of a list that were chosen, as calls take them. Default: all. */
export interface ChosenListRows {
  search?: string;
  where?: string;
  selected?: string;
  /** IDs of exclusion lists, with commas between them */
  leaveOut?: string;
}

/** Downloads all rows of a list as a plain file. */
export function useListCsv() {
  return useMutation({
    mutationFn: ({ list, format = 'csv' }: { list: Pick<ListView, 'id' | 'name'>; format?: TableFormat }) =>
      downloadCall(LIST_CALLS.listCsv, { id: list.id, format }, listFileName(list.name, format)),
    onError: (error, { format }) =>
      toast.error(format === 'xlsx' ? 'Failed to download the Excel workbook' : MESSAGES.csv.downloadFailed, {
        description: failureMessage(error),
      }),
  });
}

/** A list's name -> a file name that every system accepts: 'A/B: "x"' -> "A-B- -x-.csv". */
export function listFileName(name: string, format: ExportFormat): string {
  return `${name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '') || 'list'}.${fileEnding(format)}`;
}

/** What was saved: "Saved 12 rows to “Bakeries”. 2 rows were already there and updated." `per`: of rows of people */
export function savedText(saved: {
  name: string;
  added: number;
  updated: number;
  refused: number;
  tooLarge?: number;
  /** who left rows out, as a text: “3 rows left out: Customers” */
  leftOut?: string;
  per?: RowPer;
}): string {
  const { name, added, updated, refused, tooLarge = 0, leftOut, per } = saved;
  const rows = (count: number) =>
    per === 'person' ? plural(count, 'person', 'people') : plural(count, 'row');
  return [
    `Saved ${rows(added + updated)} to “${name}”.`,
    updated > 0 && `${rows(updated)} ${updated === 1 ? 'was' : 'were'} already there and updated.`,
    leftOut && `${leftOut}.`,
    refused > 0 && `${plural(refused, 'row')} left out because people or companies opted out.`,
    tooLarge > 0 &&
      `${plural(tooLarge, 'row')} left out because of ${tooLarge === 1 ? 'its' : 'their'} size, more than 100 KB. The CSV file has ${tooLarge === 1 ? 'it' : 'them'}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
