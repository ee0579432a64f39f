import { Download, ListPlus, Plus, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ListView } from '#contract/lists.ts';
import { plural } from '#contract/plural.ts';
import { containsText, foldedText } from '#tools/list-tool/row-text.ts';
import type { ReadyRecipe } from '#tools/tool.ts';
import { failureMessage } from '../../lib/calls.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { listPath, TOUR_PARAMETER, useListCsv, useLists } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { nextSort, type SortKeys, sortRows } from '../../ui/row-sort.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SortButton } from '../../ui/sort-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/table.tsx';
import { SAMPLE_PARAMETER } from '../guide.ts';
import { readListPart, writeListPart } from '../list-params.ts';
import { SearchField } from '../search-field.tsx';
import { sourceLabel } from '../source-label.ts';
import type { ImportDialogProps } from './import-dialog.tsx';
import { RecipeCards } from './recipe-cards.tsx';

const loadImport = () => import('./import-dialog.tsx');

interface ListOverviewProps {
  /** of the page */
  title: string;
  help: string;
  /** rows to try a list with, which the page opens by `?sample=1` */
  sample?: string;
  /** that everyone has */
  recipes: readonly ReadyRecipe[];
}

/** A new list that someone began. */
interface Draft {
  /** rows to start with */
  text: string;
  /** the name of a recipe; empty for none */
  recipe: string;
}

function withoutSample(params: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(params);
  others.delete(SAMPLE_PARAMETER);
  return others;
}

/** The name of the recipe that a list is the sample of; empty for none. */
function recipeOf(list: string, recipes: readonly ReadyRecipe[]): string {
  return recipes.find(({ sample }) => sample.join('\n') === list)?.recipe.name ?? '';
}

/** The lists of the account, and how to make one. */
export function ListOverview({ title, help, sample, recipes }: ListOverviewProps) {
  const { data, error, isFetching, refetch } = useLists();
  const navigate = useNavigate();
  const [params, setParams] = useQueryState();
  const wantsSample = sample !== undefined && params.get(SAMPLE_PARAMETER) === '1';
  // Each keeps what was typed into it until the page is left.
  const [drafts, setDrafts] = useState<readonly Draft[]>(
    wantsSample ? [{ text: sample, recipe: recipeOf(sample, recipes) }] : [],
  );
  const [open, setOpen] = useState<Draft | null>(drafts[0] ?? null);
  const close = () => {
    setOpen(null);
    if (params.has(SAMPLE_PARAMETER)) setParams((before) => withoutSample(before), { replace: true });
  };
  const ImportDialog = useLoaded<ImportDialogProps>(open !== null, loadImport, close);
  const add = (text = '', recipe = '') => {
    const known = drafts.find((draft) => draft.text === text && draft.recipe === recipe);
    const draft = known ?? { text, recipe };
    if (!known) setDrafts([...drafts, draft]);
    setOpen(draft);
  };
  return (
    <>
      <PageHeader
        title={title}
        help={help}
        actions={
          // An empty page has its own main button.
          <Button variant={data?.lists.length === 0 ? 'secondary' : 'primary'} onClick={() => add()}>
            <Plus aria-hidden />
            New list
          </Button>
        }
      />
      {error && !data && (
        <LoadFailure title="We couldn't load your lists" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading your lists">
          <Skeleton className="h-64 w-full rounded-xl" />
        </div>
      )}
      {data && (data.lists.length === 0 ? <NoLists onImport={() => add()} /> : <ListIndex {...data} />)}
      {data && <RecipeCards ready={recipes} onChoose={(recipe, text) => add(text, recipe.name)} />}
      {ImportDialog &&
        drafts.map((draft) => (
          <ImportDialog
            key={`${draft.recipe}\n${draft.text}`}
            open={open === draft}
            list={null}
            text={draft.text}
            recipes={recipes}
            recipe={draft.recipe}
            onClose={(isDone) => {
              close();
              if (isDone) setDrafts(drafts.filter((each) => each !== draft));
            }}
            onDone={({ id }, { isReady }) => {
              const more = new URLSearchParams(isReady ? { run: 'all' } : {});
              // A sample has columns to run.
              if (isReady && draft.text !== '') more.set(TOUR_PARAMETER, '1');
              void navigate(`${listPath(id)}${more.size > 0 ? `?${more}` : ''}`);
            }}
          />
        ))}
    </>
  );
}

const SORT_KEYS: SortKeys<ListView> = {
  name: ({ name }) => name,
  source: ({ source }) => sourceLabel(source),
  rows: ({ rows }) => rows,
  updated: ({ updatedAt }) => updatedAt,
};

const COLUMNS = [
  { id: 'name', header: 'List', className: 'lg:w-1/2' },
  { id: 'source', header: 'From', className: 'max-sm:hidden' },
  { id: 'rows', header: 'Rows', className: 'text-right' },
  { id: 'updated', header: 'Last changed' },
] as const;

type Lists = NonNullable<ReturnType<typeof useLists>['data']>;

/** The lists of an account, with search and sort. */
function ListIndex({ lists, storage }: Lists) {
  const [params, setParams] = useQueryState();
  const { search, sort } = readListPart(params);
  const shown = useMemo(() => {
    const found = lists.filter(({ name }) => containsText(foldedText(name), search));
    return sortRows(found, sort, SORT_KEYS);
  }, [lists, search, sort]);

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
        <Table inCard label="Lists">
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
      <TableCell className="max-sm:hidden">{sourceLabel(list.source)}</TableCell>
      <TableCell className="text-right tabular-nums">{formatNumber(list.rows)}</TableCell>
      <TableCell className="tabular-nums">
        <time dateTime={list.updatedAt}>{formatDate(list.updatedAt)}</time>
      </TableCell>
      <TableCell className="text-right">
        <span className="inline-flex items-center">
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
          <Button
            variant="ghost"
            size="sm"
            disabled={list.rows === 0 || csv.isPending}
            aria-label={`Download ${list.name} as XLSX`}
            onClick={() => csv.mutate({ list, format: 'xlsx' })}
          >
            XLSX
          </Button>
        </span>
      </TableCell>
    </TableRow>
  );
}

/** How to get a first list. */
function NoLists({ onImport }: { onImport: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={ListPlus}
        title="No lists yet"
        action={
          <div className="flex flex-wrap justify-center gap-2.5">
            <Button onClick={onImport}>Import a list</Button>
            <Button asChild variant="secondary">
              <Link to="/dashboard/google-maps-scraper">Collect businesses</Link>
            </Button>
          </div>
        }
      >
        <p>There are three ways to get one:</p>
        <ul className="mt-2 grid gap-1">
          <li>Import a file, or paste cells from a spreadsheet.</li>
          <li>Collect rows with a browser extension and click Send in its panel.</li>
          <li>Run any tool and click Save to list above its results.</li>
        </ul>
      </EmptyState>
    </Card>
  );
}
