import { COMPANY_FIELD_NAMES } from '#contract/company-fields.ts';
import { STATUS_FIELD } from '#contract/task-csv.ts';
import { SOCIAL_NETWORKS } from '#contract/website.ts';
import { CHARGE_COLUMN, type GridColumn } from '#web/kit/grid-column.ts';
import { openTask } from '#web/kit/open-task.tsx';
import { STATUSES } from '#web/kit/tool-results.ts';
import { shortUrl } from '#web/lib/external-link.ts';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { EmptyValue } from '#web/ui/empty-value.tsx';
import { wantsPeople, websiteExtraction } from '../definition.ts';
import { OutcomeCell, ReasonCell, SocialsCell, TitleCell, UrlCell, ValuesCell } from './cells.tsx';
import { WebsiteReceipt } from './receipt.tsx';
import { type RowOutcome, type WebsiteView, websiteView } from './view.ts';

const OUTCOMES: readonly RowOutcome[] = ['found', 'not_found', 'blocked', 'failed'];

/** The columns. In narrow windows, the first one has the site and its first contact, next to the status. */
export const COLUMNS: readonly GridColumn<WebsiteView>[] = [
  {
    id: 'url',
    header: 'URL',
    fields: ['url'],
    width: 'lg:w-52',
    sort: ({ row }) => shortUrl(row.url),
    cell: (view) => <UrlCell view={view} />,
  },
  {
    id: 'emails',
    header: 'Emails',
    fields: ['emails', 'company_email'],
    wide: true,
    width: 'w-52',
    sort: ({ emails }) => emails[0] ?? '',
    cell: (view) => <ValuesCell values={view.emails} position={view.position} />,
  },
  {
    id: 'people',
    header: 'People',
    filterFields: ['people'],
    only: wantsPeople,
    wide: true,
    width: 'w-52',
    sort: ({ row }) => row.people.length || '',
    cell: (view) => <ValuesCell values={view.people} position={view.position} />,
  },
  {
    id: 'status',
    header: 'Status',
    status: true,
    filterFields: [STATUS_FIELD],
    values: STATUSES,
    width: 'w-32 lg:w-32',
    sort: ({ outcome }) => OUTCOMES.indexOf(outcome),
    cell: (view) => <OutcomeCell view={view} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    fields: ['error', 'note'],
    wide: true,
    wraps: true,
    width: 'w-56',
    sort: ({ row }) => row.error ?? row.note ?? '',
    cell: (view) => <ReasonCell view={view} />,
  },
  {
    id: 'phones',
    header: 'Phones',
    fields: ['phones', 'phones_country_unknown'],
    wide: true,
    width: 'w-38',
    sort: ({ phones }) => phones[0] ?? '',
    cell: (view) => <ValuesCell values={view.phones} position={view.position} />,
  },
  {
    id: 'fax',
    header: 'Fax',
    fields: ['fax'],
    wide: true,
    width: 'w-38',
    sort: ({ row }) => row.fax[0] ?? '',
    cell: ({ row, position }) => <ValuesCell values={row.fax} position={position} />,
  },
  {
    id: 'socials',
    header: 'Social profiles',
    fields: SOCIAL_NETWORKS.map((network) => `${network}_url`),
    wide: true,
    width: 'w-34',
    sort: ({ socials }) => socials.length || '',
    cell: (view) => <SocialsCell socials={view.socials} position={view.position} />,
  },
  {
    id: 'title',
    header: 'Title',
    fields: ['title'],
    wide: true,
    width: 'w-36',
    sort: ({ row }) => row.title ?? '',
    cell: (view) => <TitleCell view={view} />,
  },
  {
    id: 'company',
    header: 'Company',
    fields: COMPANY_FIELD_NAMES,
    wide: true,
    width: 'w-40',
    sort: ({ row }) => row.organization_name ?? '',
    cell: ({ row }) =>
      row.organization_name ? (
        <CopyValue value={row.organization_name} className="min-w-0" />
      ) : (
        <EmptyValue />
      ),
  },
  CHARGE_COLUMN,
];

/** The results of an extraction. Lists are sorted by their first value, social profiles by their number. */
export default openTask<WebsiteView>({
  type: websiteExtraction.task.type,
  label: 'Extraction results',
  columns: COLUMNS,
  className: 'lg:min-w-[100rem]',
  toView: websiteView,
  title: ({ row }) => shortUrl(row.url),
  receipt: (view) => <WebsiteReceipt view={view} />,
});
