import { Download, ListPlus, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ListView } from '#contract/lists.ts';
import { toolFor } from '#tools/index/tools.ts';
import { containsText, foldedText } from '#tools/list-tool/row-text.ts';
import { readListPart, writeListPart } from '../../kit/list-params.ts';
import { SearchField } from '../../kit/search-field.tsx';
import { sourceLabel } from '../../kit/source-label.ts';
import { formatDate, formatNumber, plural } from '../../lib/format.ts';
import { listPath, useListCsv, type useLists } from '../../lib/lists.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { nextSort, type SortKeys, sortRows } from '../../ui/row-sort.ts';
import { SortButton } from '../../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';

const SORT_KEYS: SortKeys<ListView> = {
  name: ({ name }) => name,
  source: ({ source }) => sourceLabel(source),
  rows: ({ rows }) => rows,
  updated: ({ updatedAt }) => updatedAt,
};

const COLUMNS = [
  { id: 'name', header: 'List', className: 'lg:w-1/2' },
  { id: 'source', header: 'From' },
  { id: 'rows', header: 'Rows', className: 'text-right' },
  { id: 'updated', header: 'Last changed' },
] as const;

type Lists = NonNullable<ReturnType<typeof useLists>['data']>;

/** All lists of the account, with search and sort. */
export function ListIndex({ lists, storage }: Lists) {
  const [params, setParams] = useQueryState();
  const { search, sort } = readListPart(params);
  const shown = useMemo(() => {
    const found = lists.filter(({ name }) => containsText(foldedText(name), search));
    return sortRows(found, sort, SORT_KEYS);
  }, [lists, search, sort]);

  if (lists.length === 0) return <NoLists />;
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-border px-4 py-3 md:px-5">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {search
            ? `${formatNumber(shown.length)} of ${plural(lists.length, 'list')}`
            : plural(lists.length, 'list')}
          {` · ${formatNumber(storage.rows.used)} of ${plural(storage.rows.max, 'row')} used`}
        </p>
        <SearchField
          label="Search lists by name"
          placeholder="Search lists"
          text={search}
          onText={(text) => setParams((before) => writeListPart(before, { search: text }), { replace: true })}
          className="w-full sm:w-64"
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={SearchX} title="No list has this name">
          Try another word.
        </EmptyState>
      ) : (
        <Table label="Lists">
          <TableHead>
            <TableRow>
              {COLUMNS.map(({ id, header, ...column }, index) => {
                const sorted = sort?.column === id ? sort : null;
                return (
                  <TableHeaderCell
                    key={id}
                    pinned={index === 0}
                    sorted={sorted}
                    className={'className' in column ? column.className : undefined}
                  >
                    <SortButton
                      sort={sorted}
                      onPress={() =>
                        setParams(
                          (before) =>
                            writeListPart(before, { sort: nextSort(readListPart(before).sort, id) }),
                          {
                            replace: true,
                          },
                        )
                      }
                    >
                      {header}
                    </SortButton>
                  </TableHeaderCell>
                );
              })}
              <TableHeaderCell className="w-px">
                <span className="sr-only">Download</span>
              </TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {shown.map((list) => (
              <ListLine key={list.id} list={list} />
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  );
}

function ListLine({ list }: { list: ListView }) {
  const csv = useListCsv();
  return (
    <TableRow>
      <TableCell pinned className="max-w-44 lg:max-w-96">
        <Link
          to={listPath(list.id)}
          title={list.name}
          className="inline-flex min-h-6 max-w-full items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          <span className="truncate">{list.name}</span>
        </Link>
      </TableCell>
      <TableCell>{sourceLabel(list.source)}</TableCell>
      <TableCell className="text-right tabular-nums">{formatNumber(list.rows)}</TableCell>
      <TableCell className="tabular-nums">
        <time dateTime={list.updatedAt}>{formatDate(list.updatedAt)}</time>
      </TableCell>
      <TableCell className="text-right">
        <Button
          variant="ghost"
          size="sm"
          busy={csv.isPending}
          disabled={list.rows === 0}
          aria-label={`Download ${list.name} as CSV`}
          onClick={() => csv.mutate({ list })}
        >
          {!csv.isPending && <Download aria-hidden />}
          CSV
        </Button>
      </TableCell>
    </TableRow>
  );
}

/** How to get a first list. */
function NoLists() {
  return (
    <Card>
      <EmptyState
        icon={ListPlus}
        title="No lists yet"
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button asChild>
              <Link to="/dashboard/google-maps-scraper">Collect businesses</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to={toolFor('websites').path}>Extract websites</Link>
            </Button>
          </div>
        }
      >
        <p>There are two ways to get one:</p>
        <ul className="mt-2 grid gap-1">
          <li>Collect rows with a browser extension and click Send in its panel.</li>
          <li>Run any tool and click Save to list above its results.</li>
        </ul>
      </EmptyState>
    </Card>
  );
}
