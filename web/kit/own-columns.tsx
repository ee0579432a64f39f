import { ownField } from '#contract/task-csv.ts';
import { CopyValue } from '../ui/copy-value.tsx';
import { EmptyValue } from '../ui/empty-value.tsx';
import { ExternalLink } from '../ui/external-link.tsx';
import type { GridColumn, GridView } from './grid-column.ts';
import type { OwnLine, OwnLines } from './use-own-columns.ts';

/** The columns of the person's own list, for the table of results. Rows are sorted by the first text of a column. */
export function ownGridColumns(names: readonly string[], lines: OwnLines): GridColumn<GridView>[] {
  return names.map((name, index) => {
    const field = ownField(index);
    return {
      id: field,
      header: name.trim() || `Column ${index + 1}`,
      width: 'w-40',
      filterFields: [field],
      own: true,
      sort: ({ position }) => ownTexts(lines.get(position), field)[0] ?? '',
      cell: ({ position }) => <OwnTexts texts={ownTexts(lines.get(position), field)} />,
    };
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
