import { type GridColumn, ResultGrid } from '#web/kit/result-grid.tsx';
import type { ShownRows } from '#web/kit/results-card.tsx';
import { RowReceipt } from './row-receipt.tsx';
import { OutcomeCell, SocialsCell, TitleCell, UrlCell, ValuesCell } from './website-cells.tsx';
import type { WebsiteRowView } from './website-row.ts';

const columns: readonly GridColumn<WebsiteRowView>[] = [
  { id: 'url', header: 'URL', cell: (view) => <UrlCell view={view} /> },
  {
    id: 'emails',
    header: 'Emails',
    cell: (view) => <ValuesCell values={view.emails} position={view.position} />,
  },
  {
    id: 'phones',
    header: 'Phones',
    cell: (view) => <ValuesCell values={view.row.phones} position={view.position} />,
  },
  {
    id: 'socials',
    header: 'Social profiles',
    cell: (view) => <SocialsCell socials={view.socials} position={view.position} />,
  },
  { id: 'title', header: 'Title', cell: (view) => <TitleCell view={view} /> },
  { id: 'status', header: 'Status', cell: (view) => <OutcomeCell view={view} /> },
  { id: 'charge', header: 'Credits', cell: ({ charge }) => charge },
];

/** Width classes by column. The first column is pinned, so it's narrower on phones. */
const WIDTHS: Record<string, string> = {
  url: 'w-44 md:w-56',
  emails: 'w-56',
  phones: 'w-38',
  socials: 'w-36',
  title: 'w-35',
  status: 'w-36',
  charge: 'w-26',
};

/** The table of results. */
export function ResultsTable(props: ShownRows<WebsiteRowView>) {
  return (
    <ResultGrid
      label="Extraction results"
      columns={columns}
      widths={WIDTHS}
      className="min-w-[67rem] md:min-w-[70rem]"
      receipt={receiptOf}
      {...props}
    />
  );
}

function receiptOf(view: WebsiteRowView) {
  return <RowReceipt view={view} />;
}
