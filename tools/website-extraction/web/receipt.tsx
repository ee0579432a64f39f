import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Evidence, PageReceipt } from '#contract/website.ts';
import { ReceiptDetails, ReceiptSection, type StoredReceiptProps } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { ExternalLink } from '#web/ui/external-link.tsx';
import { CompanyDetails } from './company-details.tsx';
import { chargeText, fieldLabel, NETWORK_LABELS, RENDERING_LABELS, SOURCE_LABELS } from './labels.ts';
import { PeopleList } from './people-list.tsx';
import { type WebsiteView, websiteView } from './view.ts';

/** A row's receipt: the pages read, the site's details, the cost, and the source of each value. */
export function WebsiteReceipt({ view }: { view: WebsiteView }) {
  const { row, socials } = view;
  const details: [string, ReactNode][] = [
    ['Website', <ExternalLink key="url" href={row.url} />],
    ['Domain', row.domain && <CopyValue wraps value={row.domain} />],
    ['Company email', row.company_email && <CopyValue wraps value={row.company_email} />],
    ['Fax', row.fax.length > 0 && row.fax.map((number) => <CopyValue key={number} wraps value={number} />)],
    ['Title', row.title],
    ['Description', row.description],
    ['Keywords', row.keywords],
    ...socials.map(({ network, url, username }): [string, ReactNode] => [
      NETWORK_LABELS[network],
      <ExternalLink key={network} href={url}>
        {username ?? undefined}
      </ExternalLink>,
    ]),
    ['Rendering', row.rendering && RENDERING_LABELS[row.rendering]],
    ['Cost', chargeText(view)],
  ];
  return (
    <div className="grid gap-6 p-4">
      <div className="grid min-w-0 content-start gap-6">
        {row.error && (
          <ReceiptSection title="What went wrong">
            <p>{row.error}</p>
          </ReceiptSection>
        )}
        {row.note && (
          <ReceiptSection title="Note">
            <p>{row.note}</p>
          </ReceiptSection>
        )}
        <ReceiptSection title="Pages">
          <Pages pages={row.pages} />
        </ReceiptSection>
        <PeopleList people={row.people} />
        <CompanyDetails row={row} />
        <ReceiptDetails details={details} />
      </div>
      {/* The company email is also one of the emails, so its evidence would appear twice. */}
      <ReceiptSection title="Sources">
        <EvidenceList evidence={row.evidence.filter(({ field }) => field !== 'company_email')} />
      </ReceiptSection>
    </div>
  );
}

/** The same for a row as it is stored, such as in a cell of a list. */
export default function StoredWebsiteReceipt({ stored }: StoredReceiptProps) {
  return <WebsiteReceipt view={websiteView(stored)} />;
}

function isEmail({ value }: Evidence): boolean {
  return value.includes('@') && !value.includes('/');
}

function Pages({ pages }: { pages: readonly PageReceipt[] }) {
  if (pages.length === 0) return <p className="text-muted-foreground">No page was requested.</p>;
  return (
    <ul className="grid gap-1.5">
      {pages.map((page) => (
        <li key={page.url} className="flex min-w-0 items-start gap-2">
          {page.read ? (
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-success" />
          ) : (
            <X aria-hidden className="mt-1 size-4 shrink-0 text-danger" />
          )}
          <span className="min-w-0">
            <ExternalLink href={page.url} />
            <span className="block text-muted-foreground">{pageStatus(page)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function pageStatus({ read, reason }: PageReceipt): string {
  if (read) return reason ? `Read. ${reason}` : 'Read';
  return `Not read: ${reason ?? 'no reason given'}`;
}

function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0)
    return <p className="text-muted-foreground">We found no contacts on these pages.</p>;
  return (
    <ul className="grid">
      {evidence.map((item) => (
        <li
          key={`${item.field} ${item.value} ${item.page} ${item.source}`}
          className="grid gap-x-4 gap-y-0.5 border-t border-border py-2 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
        >
          <div className="min-w-0">
            <span className="text-muted-foreground">
              {fieldLabel(item)}
              {isEmail(item) && ' · published on the site, not verified'}
            </span>
            <div className="min-w-0 font-medium">
              <CopyValue wraps value={item.value} />
            </div>
          </div>
          <div className="min-w-0">
            <span className="text-muted-foreground">
              {SOURCE_LABELS[item.source]} on <ExternalLink href={item.page} />
            </span>
            {item.written !== item.value && (
              <div className="break-words">
                <span className="text-muted-foreground">Written as </span>
                <q>
                  <bdi>{item.written}</bdi>
                </q>
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
