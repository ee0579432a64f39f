import { SOCIAL_NETWORKS } from '#contract/website.ts';
import type { GridColumn } from '#web/kit/grid-column.ts';
import { ResultGrid } from '#web/kit/result-grid.tsx';
import type { ShownRows } from '#web/kit/results-card.tsx';
import { shortUrl } from '#web/lib/external-link.ts';
import { OutcomeCell, ReasonCell, SocialsCell, TitleCell, UrlCell, ValuesCell } from './cells.tsx';
import { RowReceipt } from './receipt.tsx';
import type { WebsiteRowView } from './view.ts';

/** The columns. In narrow windows, the first one has the site and its first contact, next to the status. */
export const WEBSITE_COLUMNS: readonly GridColumn<WebsiteRowView>[] = [
  { id: 'url', header: 'URL', fields: ['url'], cell: (view) => <UrlCell view={view} /> },
  {
    id: 'emails',
    header: 'Emails',
    fields: ['emails', 'company_email'],
    wide: true,
    cell: (view) => <ValuesCell values={view.emails} position={view.position} />,
  },
  { id: 'status', header: 'Status', status: true, cell: (view) => <OutcomeCell view={view} /> },
  {
    id: 'reason',
    header: 'Reason',
    fields: ['error', 'note'],
    wide: true,
    wraps: true,
    cell: (view) => <ReasonCell view={view} />,
  },
  {
    id: 'phones',
    header: 'Phones',
    fields: ['phones', 'phones_country_unknown'],
    wide: true,
    cell: (view) => <ValuesCell values={view.phones} position={view.position} />,
  },
  {
    id: 'socials',
    header: 'Social profiles',
    fields: SOCIAL_NETWORKS.map((network) => `${network}_url`),
    wide: true,
    cell: (view) => <SocialsCell socials={view.socials} position={view.position} />,
  },
  {
    id: 'title',
    header: 'Title',
    fields: ['title'],
    wide: true,
    cell: (view) => <TitleCell view={view} />,
  },
  {
    id: 'charge',
    header: 'Credits',
    filterFields: ['charge'],
    number: true,
    wide: true,
    cell: ({ charge }) => charge,
  },
];

/** Width classes by column. The first column takes what the others leave in narrow windows. */
const WIDTHS: Record<string, string> = {
  url: 'lg:w-52',
  emails: 'w-52',
  status: 'w-32 lg:w-32',
  phones: 'w-38',
  socials: 'w-34',
  title: 'w-36',
  reason: 'w-56',
  charge: 'w-26',
};

/** The table of results. */
export function ResultsTable(props: ShownRows<WebsiteRowView>) {
  return (
    <ResultGrid
      label="Extraction results"
      columns={WEBSITE_COLUMNS}
      widths={WIDTHS}
      className="lg:min-w-[81rem]"
      title={titleOf}
      receipt={receiptOf}
      {...props}
    />
  );
}

function titleOf({ row }: WebsiteRowView): string {
  return shortUrl(row.url);
}

function receiptOf(view: WebsiteRowView) {
  return <RowReceipt view={view} />;
}
