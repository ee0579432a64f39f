import { useContext } from 'react';
import { ownField } from '#contract/task-csv.ts';
import { CopyValue } from '../ui/copy-value.tsx';
import { EmptyValue } from '../ui/empty-value.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import type { SortKeys } from '../ui/row-sort.ts';
import type { GridColumn, GridView } from './grid-column.ts';
import { type OwnLine, type OwnLines, OwnLinesContext } from './use-own-columns.ts';

/** The columns of the person's own list, for the table of results. */
export function ownGridColumns(names: readonly string[]): GridColumn<GridView>[] {
  return names.map((name, at) => ({
    id: ownField(at),
    header: name.trim() || `Column ${at + 1}`,
    filterFields: [ownField(at)],
    own: true,
    cell: ({ position }) => <OwnCell position={position} field={ownField(at)} />,
  }));
}

/** The sort value of each own column: its first text. */
export function ownSortKeys(names: readonly string[], lines: OwnLines): SortKeys<GridView> {
  return Object.fromEntries(
    names.map((_, at) => [
      ownField(at),
      ({ position }: GridView) => ownTexts(lines.get(position), ownField(at))[0] ?? '',
    ]),
  );
}

/** The distinct texts of some lines in a column. */
export function ownTexts(lines: readonly OwnLine[] = [], field: string): string[] {
  return [...new Set(lines.map((line) => line[field]?.trim() ?? ''))].filter(Boolean);
}

function OwnCell({ position, field }: { position: number; field: string }) {
  return <OwnTexts texts={ownTexts(useContext(OwnLinesContext).get(position), field)} />;
}

/** The first text of a cell, and how many others repeated rows have. */
export function OwnTexts({ texts }: { texts: readonly string[] }) {
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
