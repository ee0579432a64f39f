import { FlaskConical, MousePointerClick, SearchX } from 'lucide-react';
import type { PeopleSearchView } from '#contract/people-orders.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../../lib/calls.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Preview } from './use-preview.ts';

const SHOWN_AT_FIRST = 8;
const SHOWN_AT_MOST = 500;

/** The pasted search: how many people it finds, its applied filters, and the ignored ones with reasons. */
export function SearchPreview({ preview }: { preview: Preview }) {
  switch (preview.state) {
    case 'empty':
      return <HowTo />;
    case 'reading':
      return <Reading />;
    case 'refused':
      return (
        <EmptyState
          icon={SearchX}
          title={preview.tooLong ? 'This URL is too long' : "This isn't a people search"}
          className="py-8"
        >
          {preview.tooLong
            ? "Remove values from the longest filters on Apollo's people page, then copy its URL again."
            : "Set your filters on Apollo's people page and copy its full URL. It starts with app.apollo.io/#/people."}
        </EmptyState>
      );
    case 'failed':
      return (
        <LoadFailure
          title="Couldn't read this search"
          busy={preview.retrying}
          onRetry={preview.retry}
          className="m-4 md:m-5"
        >
          {failureMessage(preview.error)} You haven't ordered anything, and your URL is still here.
        </LoadFailure>
      );
    case 'read':
      return <SearchSummary search={preview.search} />;
  }
}

function HowTo() {
  return (
    <EmptyState icon={MousePointerClick} title="See what you get before you pay" className="py-8">
      <ol className="mx-auto grid max-w-sm list-decimal gap-1 pl-5 text-left">
        <li>Set your filters on Apollo's people page.</li>
        <li>Copy the URL of that page.</li>
        <li>Paste it above to see the filters and the number of people.</li>
      </ol>
    </EmptyState>
  );
}

function Reading() {
  return (
    <div role="status" aria-label="Reading search" className="grid gap-4 p-4 md:p-5">
      <Skeleton className="h-7 w-52" />
      <Skeleton className="h-5 w-full max-w-96" />
      <Skeleton className="h-5 w-full max-w-72" />
    </div>
  );
}

function SearchSummary({ search }: { search: PeopleSearchView }) {
  const { understood, unmapped, found, source, sample } = search;
  return (
    <div className="grid grid-cols-1 gap-4 p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p role="status" className="text-xl font-semibold tracking-tight tabular-nums">
          {found === 0 ? 'No people found' : `${plural(found, 'person', 'people')} found`}
        </p>
        <Badge tone="outline">{source === 'apollo' ? 'Apollo search' : 'Our Apollo database'}</Badge>
        {sample && (
          <Badge tone="warning">
            <FlaskConical aria-hidden />
            Sample data
          </Badge>
        )}
      </div>
      {sample && (
        <p className="max-w-[72ch] text-muted-foreground">
          These people are fictional and show how the tool works. They're never sold for real money.
        </p>
      )}
      {understood.length > 0 && (
        <section aria-labelledby="applied-filters-title" className="grid grid-cols-1 gap-2">
          <h3 id="applied-filters-title" className="text-sm font-medium text-muted-foreground">
            Applied filters
          </h3>
          <dl className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(7rem,max-content)_minmax(0,1fr)]">
            {understood.map(({ label, values }) => (
              <div
                key={label}
                className="grid gap-x-4 gap-y-1 sm:col-span-2 sm:grid-cols-subgrid sm:items-baseline"
              >
                <dt className="text-sm">{label}</dt>
                <dd className="min-w-0">
                  <Values values={values} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {unmapped.length > 0 && <IgnoredFilters unmapped={unmapped} />}
    </div>
  );
}

function Values({ values }: { values: string[] }) {
  const rest = values.length - SHOWN_AT_FIRST;
  return (
    <>
      <Chips values={values.slice(0, SHOWN_AT_FIRST)} />
      {rest > 0 && (
        <details className="mt-1">
          <summary className="min-h-6 text-sm text-accent underline-offset-4 hover:underline">
            {formatNumber(rest)} more
          </summary>
          <Chips values={values.slice(SHOWN_AT_FIRST, SHOWN_AT_MOST)} />
          {values.length > SHOWN_AT_MOST && (
            <p className="mt-1 text-sm text-muted-foreground">
              and {formatNumber(values.length - SHOWN_AT_MOST)} more, not shown
            </p>
          )}
        </details>
      )}
    </>
  );
}

function Chips({ values }: { values: string[] }) {
  return (
    <ul className="flex min-w-0 flex-wrap gap-1.5">
      {values.map((value) => (
        <li key={value} className="max-w-full">
          <Badge tone="outline" className="max-w-full" title={value}>
            <span className="truncate">{value}</span>
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function IgnoredFilters({ unmapped }: Pick<PeopleSearchView, 'unmapped'>) {
  return (
    <Alert tone="warning" title="Ignored filters">
      <ul className="mt-1 grid gap-1.5">
        {unmapped.map(({ label, values, reason }) => (
          <li key={`${label} ${reason}`} className="wrap-anywhere">
            <span className="font-medium text-foreground">{label}</span>: {shortList(values)}. {reason}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function shortList(values: string[]): string {
  const rest = values.length - SHOWN_AT_FIRST;
  const shown = values.slice(0, SHOWN_AT_FIRST).join(', ');
  return rest > 0 ? `${shown} and ${formatNumber(rest)} more` : shown;
}
