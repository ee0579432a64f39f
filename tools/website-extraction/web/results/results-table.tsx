import { gridColumns, ResultGrid } from '#web/kit/result-grid.tsx';
import type { ShownRows } from '#web/kit/results-card.tsx';
import { RowReceipt } from './row-receipt.tsx';
import { OutcomeCell, SocialsCell, TitleCell, UrlCell, ValuesCell } from './website-cells.tsx';
import type { WebsiteRowView } from './website-row.ts';

const helper = gridColumns<WebsiteRowView>();

/** Made once: new columns would make 10,000 rows anew at each drawing. */
const columns = helper.columns([
  helper.display({ id: 'url', header: 'URL', cell: ({ row }) => <UrlCell view={row.original} /> }),
  helper.display({
    id: 'emails',
    header: 'Emails',
    cell: ({ row: { original: view } }) => <ValuesCell values={view.emails} position={view.position} />,
  }),
  helper.display({
    id: 'phones',
    header: 'Phones',
    cell: ({ row: { original: view } }) => <ValuesCell values={view.row.phones} position={view.position} />,
  }),
  helper.display({
    id: 'socials',
    header: 'Social profiles',
    cell: ({ row: { original: view } }) => <SocialsCell socials={view.socials} position={view.position} />,
  }),
  helper.display({ id: 'title', header: 'Title', cell: ({ row }) => <TitleCell view={row.original} /> }),
  helper.display({ id: 'status', header: 'Status', cell: ({ row }) => <OutcomeCell view={row.original} /> }),
  helper.accessor('charge', { id: 'charge', header: 'Credits' }),
]);

/** Width classes by column; the first is narrower on a phone, where it stays in sight. */
const WIDTHS: Record<string, string> = {
  url: 'w-44 md:w-56',
  emails: 'w-56',
  phones: 'w-38',
  socials: 'w-36',
  title: 'w-35',
  status: 'w-36',
  charge: 'w-26',
};

/** The results of an extraction (ui/result-grid.tsx). */
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
