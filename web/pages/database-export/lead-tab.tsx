import { ChevronDown, Download, MapIcon, SlidersHorizontal } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { TABLE_FORMAT_LABELS, TableFormat } from '#contract/file-types.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ColumnPicker } from '../../kit/column-picker.tsx';
import { accountCredits } from '../../kit/large-spend.ts';
import { LeaveOutMenu } from '../../kit/lists/leave-out-menu.tsx';
import { useSpend } from '../../kit/use-spend.tsx';
import { useAccount } from '../../lib/account.ts';
import { failureMessage } from '../../lib/calls.ts';
import { cn } from '../../lib/class-names.ts';
import { formatNumber } from '../../lib/format.ts';
import { useHiddenColumns } from '../../lib/hidden-columns.ts';
import { useListsAfter } from '../../lib/lists.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Select } from '../../ui/select.tsx';
import { columnTitle, DATABASES } from './databases.ts';
import type { ExportOptions } from './export/export-choice.ts';
import { ExportLine } from './export/export-line.tsx';
import { LeadMenu } from './export/lead-menu.tsx';
import { useExportCost, useExportQuote, useLeadExport } from './export/use-lead-export.ts';
import { FilterPanel } from './filters/filter-panel.tsx';
import { isApplied, type LeadFilterChange, readFilter, writeFilter } from './lead-filter.ts';
import { readPage, withPage } from './lead-page.ts';
import { LeadResults } from './results/lead-results.tsx';
import { NoBusinesses } from './results/no-businesses.tsx';
import { TotalLine } from './results/total-line.tsx';
import { GetEmails } from './save/get-emails.tsx';
import { SaveLine, SaveMenus } from './save/save-menus.tsx';
import { useLeadSave } from './save/use-lead-save.ts';
import { useLeadFilter } from './use-lead-filter.ts';
import { useLeads, useTotal } from './use-leads.ts';

const NONE: ReadonlySet<string> = new Set();
const loadMap = () => import('./map/place-map.tsx').then(({ PlaceMap }) => ({ default: PlaceMap }));

/** One lead database: filters on the left, leads on the right. The URL contains the filters and the page. */
export function LeadTab({ database }: { database: LeadDatabase }) {
  const [params, setParams] = useQueryState();
  const { filter, lists, exclusions, leavesOutAll, withLeaveOut } = useLeadFilter(database, params);
  const applied = isApplied(filter);
  const [panelOpen, setPanelOpen] = useState(false);
  const total = useTotal(database);
  const leads = useLeads(database, filter, { page: readPage(params), isReady: lists.isSuccess });
  const { page } = leads;
  useListsAfter(leads.count.error);
  const { progress, start } = useLeadExport(database, filter);
  const { data: account } = useAccount();
  const [hidden, setHidden] = useHiddenColumns(`leadwell:hidden-lead-columns:${database}`);
  const count = leads.count.data;
  const allColumns = useMemo(() => Object.keys(leads.rows.data?.leads[0] ?? {}), [leads.rows.data]);
  const columns = allColumns.filter((column, index) => index === 0 || !hidden.includes(column));
  // A selection belongs to the filters it was made with.
  const [selected, setSelected] = useState<{ filterText: string; ids: ReadonlySet<string> }>();
  const filterText = writeFilter(new URLSearchParams(), filter).toString();
  const ids = selected?.filterText === filterText ? selected.ids : NONE;
  const select = (changed: readonly string[], on: boolean) => {
    const next = new Set(ids);
    for (const id of changed) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setSelected({ filterText, ids: next });
  };
  const scope = { count: count ?? 0, selected: [...ids], columns, account };

  const onFilter = useCallback(
    (change: LeadFilterChange) =>
      setParams((before) => writeFilter(before, change(readFilter(database, before)))),
    [setParams, database],
  );
  const onPage = (next: number) => setParams((before) => withPage(before, next));
  // Correct an invalid page in the URL, such as one past the end.
  const wrongPage = params.has('page') && params.get('page') !== String(page);
  useEffect(() => {
    if (wrongPage) setParams((before) => withPage(before, page), { replace: true });
  }, [wrongPage, page, setParams]);
  const isSample = total.data?.sample === true;
  const save = useLeadSave(database, filter);
  const isBusy = progress !== null || save.progress !== null;
  const canQuote = applied && Boolean(count) && !isSample && !isBusy;
  const quote = useExportQuote(database, filter, ids.size > 0 ? { leads: [...ids] } : {}, canQuote);
  const exportCost = useExportCost(database, filter);
  const { spend, isWaiting, question } = useSpend(account);
  const confirmed = (action: string, options: ExportOptions, go: () => void) => {
    const credits = accountCredits(account);
    const exact = async () => {
      const cost = await exportCost(options);
      // More than the balance is refused, and costs nothing.
      return !options.affordable && credits !== null && cost > credits ? 0 : cost;
    };
    const most = options.leads?.length ?? Math.min(options.first ?? Number.POSITIVE_INFINITY, count ?? 0);
    spend({ action, cost: isSample ? 0 : most, exact, go });
  };
  const [format, setFormat] = useState<TableFormat>('csv');
  const exportLeads = (options: ExportOptions, as: TableFormat = 'csv') =>
    confirmed('Export', options, () => void start(options, as));
  const { businesses } = DATABASES[database];
  const [showsMap, setShowsMap] = useState(true);
  // Without the exclusion lists, the map would count businesses that the results leave out.
  const hasMap = businesses && showsMap && applied && lists.isSuccess;
  const PlaceMap = useLoaded(hasMap, loadMap, () => setShowsMap(false), { isInPage: true });
  const canExport = applied && Boolean(count) && Boolean(leads.rows.data?.leads.length);
  const menu = {
    database,
    filter,
    sample: isSample,
    scope,
    running: isBusy,
    allColumns: allColumns.length,
  };

  if (businesses && total.data?.importedAt === null && total.data.total === 0) return <NoBusinesses />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <TotalLine total={total} leads={leads} applied={applied} />
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <Button
            variant="secondary"
            className="flex-1 lg:hidden"
            aria-expanded={panelOpen}
            aria-controls="lead-filters"
            onClick={() => setPanelOpen(!panelOpen)}
          >
            <SlidersHorizontal aria-hidden />
            Filters
          </Button>
          <Button
            className="flex-1"
            onClick={() => exportLeads(ids.size > 0 ? { leads: [...ids] } : {})}
            busy={progress !== null || isWaiting}
            disabled={!canExport || save.progress !== null}
          >
            {progress === null && !isWaiting && <Download aria-hidden />}
            {progress !== null
              ? 'Exporting…'
              : ids.size > 0
                ? `Export ${formatNumber(ids.size)}`
                : 'Export CSV'}
            {progress === null && ids.size > 0 && <span className="-ml-1 max-sm:sr-only">selected</span>}
          </Button>
          <LeadMenu
            {...menu}
            label="Export options"
            action="Export"
            trigger={
              <Button
                size="icon"
                variant="secondary"
                aria-label="Export options"
                disabled={!canExport || save.progress !== null}
              >
                <ChevronDown aria-hidden />
              </Button>
            }
            fields={
              <div className="mb-3">
                <Field label="Format">
                  {(control) => (
                    <Select
                      {...control}
                      value={format}
                      onChange={({ target }) => setFormat(TableFormat.parse(target.value))}
                    >
                      {TableFormat.options.map((each) => (
                        <option key={each} value={each}>
                          {TABLE_FORMAT_LABELS[each]}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              </div>
            }
            onSubmit={(options) => exportLeads(options, format)}
          />
          {businesses && (
            <>
              <Button
                variant="secondary"
                className="flex-1"
                aria-expanded={showsMap}
                disabled={!applied}
                onClick={() => setShowsMap(!showsMap)}
              >
                <MapIcon aria-hidden />
                Map
              </Button>
              <GetEmails
                menu={{ ...menu, scope: { ...scope, columns: allColumns } }}
                disabled={!canExport || isBusy || isWaiting}
                onSave={(options, target) => confirmed('Save', options, () => save.start(options, target))}
              />
            </>
          )}
          <SaveMenus
            menu={menu}
            leavesOutAll={leavesOutAll}
            disabled={!canExport || isBusy || isWaiting}
            onSave={(options, target) => confirmed('Save', options, () => save.start(options, target))}
          />
        </div>
      </div>
      {question}
      {lists.isError && (
        <LoadFailure
          title="We couldn’t load your exclusion lists"
          className="mb-4"
          busy={lists.isFetching}
          onRetry={() => lists.refetch()}
        >
          {failureMessage(lists.error)}
        </LoadFailure>
      )}
      {total.isError && (
        <LoadFailure
          title={MESSAGES.leads.totalFailed}
          className="mb-4"
          busy={total.isFetching}
          onRetry={() => total.refetch()}
        >
          {failureMessage(total.error)}
        </LoadFailure>
      )}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div id="lead-filters" className={cn('lg:block', !panelOpen && 'hidden')}>
          <FilterPanel
            database={database}
            filter={filter}
            lists={lists.data?.lists ?? []}
            hasMap={hasMap && PlaceMap !== null}
            onFilter={onFilter}
          />
        </div>
        <Card className="overflow-hidden">
          {applied && (Boolean(count) || allColumns.length > 1 || exclusions.length > 0) && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-2">
              <div className="min-w-0 flex-1 basis-64 py-1 max-sm:empty:hidden">
                {save.progress ? (
                  <SaveLine progress={save.progress} />
                ) : count ? (
                  <ExportLine
                    count={count}
                    selected={ids.size}
                    sent={progress}
                    quote={quote}
                    sample={isSample}
                    name={DATABASES[database].name}
                    onClearSelection={() => setSelected(undefined)}
                  />
                ) : null}
              </div>
              {exclusions.length > 0 && (
                <LeaveOutMenu
                  without="shown, exported or saved"
                  exclusions={exclusions}
                  chosen={filter.leaveOut}
                  leftOut={leads.count.isError ? null : leads.leftOut}
                  onChosen={(chosen) => onFilter((before) => withLeaveOut(before, chosen))}
                />
              )}
              {allColumns.length > 1 && (
                <ColumnPicker
                  columns={allColumns}
                  hidden={hidden}
                  onHidden={(change) => setHidden(change(hidden))}
                  toTitle={(column) => columnTitle(database, column)}
                  className="ml-auto"
                />
              )}
            </div>
          )}
          {PlaceMap && hasMap && (
            <PlaceMap filter={filter} onNear={(near) => onFilter((before) => ({ ...before, near }))} />
          )}
          <LeadResults
            database={database}
            applied={applied}
            leads={leads}
            page={page}
            columns={columns}
            selection={{ ids, set: select }}
            onPage={onPage}
          />
        </Card>
      </div>
    </>
  );
}
