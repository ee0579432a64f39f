import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { TASK_CALLS } from '#contract/calls/task-calls.ts';
import { readComparable, sortNumber } from '#contract/column-conditions.ts';
import { CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { ownField } from '#contract/task-csv.ts';
import type { TaskOwnRows, TaskView } from '#contract/tasks.ts';
import { readHeader } from '#engines/csv/role-names.ts';
import { invoke } from '../lib/calls.ts';
import { CopyValue } from '../ui/copy-value.tsx';
import { EmptyValue } from '../ui/empty-value.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import type { GridColumn, GridView } from './grid-column.ts';

/** A line of the person's list, by the names of own columns in filters. */
export type OwnLine = Readonly<Record<string, string>>;
/** The lines of each item, by its position. Repeated rows of a list are one item. */
export type OwnLines = ReadonlyMap<number, readonly OwnLine[]>;

export interface OwnColumns {
  names: readonly string[];
  lines: OwnLines;
  /** all lines are loaded */
  complete: boolean;
  /** `names` are loaded, or there is nothing to load */
  named: boolean;
  /** why names or lines failed to load; null otherwise */
  error: unknown;
  retrying: boolean;
  retry(): void;
}

const FIRST_ROWS = 500;
/** More columns would slow the page down. The file has all. */
const COLUMNS_SHOWN = 50;

/**
 * The own columns of the list that a task was started with. The first rows are loaded at once, and the others if
 * `wanted` rows from the top need them.
 */
export function useOwnColumns(
  { id, rows_deleted_at }: Pick<TaskView, 'id' | 'rows_deleted_at'>,
  wanted: number,
): OwnColumns {
  const enabled = rows_deleted_at === null;
  const top = useOwnRows(id, -1, enabled);
  const first = top.data;
  const next = first?.next ?? null;
  // Repeated rows make the list longer than the table, so the first rows of it may be further down.
  const others = useOwnRows(id, next ?? 0, enabled && next !== null && wanted > FIRST_ROWS / 2);
  const rest = others.data;
  const lines = useMemo(() => {
    const made = new Map<number, OwnLine[]>();
    for (const { positions, cells } of [...(first?.rows ?? []), ...(rest?.rows ?? [])]) {
      const line = Object.fromEntries(cells.map((cell, index) => [ownField(index), cell]));
      for (const position of positions) {
        const known = made.get(position);
        if (known) known.push(line);
        else made.set(position, [line]);
      }
    }
    return made;
  }, [first, rest]);
  const names = useMemo(() => (first?.columns ?? []).slice(0, COLUMNS_SHOWN), [first]);
  const failed = [top, others].find(({ isError }) => isError);
  return {
    names,
    lines,
    complete: first !== undefined && (next === null || rest !== undefined),
    named: first !== undefined || !enabled,
    error: failed?.error ?? null,
    retrying: failed?.isFetching ?? false,
    retry: () => void failed?.refetch(),
  };
}

/** Rows of the list after a row. They never change. */
function useOwnRows(id: string, after: number, enabled: boolean): UseQueryResult<TaskOwnRows> {
  const limit = after < 0 ? FIRST_ROWS : CSV_ROWS_PER_TASK;
  return useQuery({
    queryKey: ['own-rows', id, after],
    queryFn: ({ signal }) => invoke(TASK_CALLS.taskOwnRows, { id, after, limit }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

/**
 * The columns of the person's own list, for the table of results. Rows are sorted by the first text of a column, as lists are: amounts and
 * days by their value, but no phones. `ours`: the headers of the tool's columns, which theirs are told apart from.
 */
export function ownGridColumns(
  names: readonly string[],
  lines: OwnLines,
  ours: readonly string[],
): GridColumn<GridView>[] {
  const headers = ownHeaders(names, ours);
  return names.map((name, index) => {
    const field = ownField(index);
    const isPhone = readHeader(name).ranks.phone !== undefined;
    return {
      id: field,
      header: headers[index] ?? name,
      width: 'w-40',
      filterFields: [field],
      own: true,
      sort: ({ position }) => {
        const [text = ''] = ownTexts(lines.get(position), field);
        const comparable = isPhone ? null : readComparable(text);
        return (comparable && sortNumber(comparable)) ?? text;
      },
      cell: ({ position }) => <OwnTexts texts={ownTexts(lines.get(position), field)} />,
    };
  });
}

/** The names of own columns, each once: `Status (your list)` beside ours, and `Email (2)` after another of the list. */
function ownHeaders(names: readonly string[], ours: readonly string[]): string[] {
  const taken = new Set(ours.map((header) => header.toLowerCase()));
  return names.map((written, index) => {
    const name = written.trim() || `Column ${index + 1}`;
    const isOurs = ours.some((header) => header.toLowerCase() === name.toLowerCase());
    const base = isOurs ? `${name} (your list)` : name;
    let header = base;
    for (let count = 2; taken.has(header.toLowerCase()); count += 1) header = `${base} (${count})`;
    taken.add(header.toLowerCase());
    return header;
  });
}

/** The distinct texts of some lines in a column. */
function ownTexts(lines: readonly OwnLine[] = [], field: string): string[] {
  return [...new Set(lines.map((line) => line[field]?.trim() ?? ''))].filter(Boolean);
}

/** The first text of a cell, and how many others repeated rows have. */
function OwnTexts({ texts }: { texts: readonly string[] }) {
  const [first, ...more] = texts;
  if (first === undefined) return <EmptyValue />;
  return (
    <span
      className="flex min-w-0 items-center gap-1.5"
      title={more.length > 0 ? texts.join('\n') : undefined}
    >
      {/^https?:\/\/\S+$/i.test(first) ? (
        <ExternalLink href={first} className="min-h-0 min-w-0" />
      ) : (
        <CopyValue value={first} className="min-w-0" />
      )}
      {more.length > 0 && (
        <span className="shrink-0 text-muted-foreground tabular-nums">
          +{more.length}
          <span className="sr-only"> more: {more.join(', ')}</span>
        </span>
      )}
    </span>
  );
}
