import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ReceiptDetails, ReceiptSection, type StoredReceiptProps } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import { ExternalLink } from '#web/ui/external-link.tsx';
import { type DomainEvidence, evidenceLabel, type RunnerUp } from '../definition.ts';
import { type CompanyView, chargeText, companyView, SOURCE_LABELS } from './view.ts';

/** A row's receipt: the deciding step, its evidence, the other domains, and the cost. */
export function CompanyReceipt({ view }: { view: CompanyView }) {
  const { row } = view;
  const details: [string, ReactNode][] = [
    ['Domain', row.domain && <ExternalLink href={`https://${row.domain}/`}>{row.domain}</ExternalLink>],
    ['Decided by', row.source && SOURCE_LABELS[row.source]],
    ['Reason', row.explanation],
    ['Confidence', row.domain && `${row.confidence} of 100`],
    ['Country', row.country],
    ['Website', row.website],
    ['Logo', row.logo && <ExternalLink href={row.logo} />],
    ['Cost', chargeText(view)],
  ];
  return (
    <div className="grid gap-6 p-4">
      <ReceiptDetails details={details} />
      <div className="grid min-w-0 content-start gap-6">
        {row.evidence.length > 0 && (
          <ReceiptSection title={row.domain ? 'Evidence' : 'The closest website'}>
            <EvidenceList evidence={row.evidence} />
          </ReceiptSection>
        )}
        {row.runners_up.length > 0 && (
          <ReceiptSection title={row.domain ? 'Other domains' : 'Domains we looked at'}>
            <RunnerUpList runnersUp={row.runners_up} />
          </ReceiptSection>
        )}
      </div>
    </div>
  );
}

/** The same for a row as it is stored, such as in a cell of a list. */
export default function StoredCompanyReceipt({ stored }: StoredReceiptProps) {
  return <CompanyReceipt view={companyView(stored)} />;
}

function EvidenceList({ evidence }: { evidence: readonly DomainEvidence[] }) {
  const [page] = evidence.flatMap((item) => item.page ?? []);
  return (
    <>
      <ul className="grid gap-1.5">
        {evidence.map(({ source, text, supports }) => (
          <li key={`${source} ${text}`} className="flex min-w-0 items-start gap-2">
            {supports ? (
              <Check role="img" aria-label="For" className="mt-1 size-4 shrink-0 text-success" />
            ) : (
              <X role="img" aria-label="Against" className="mt-1 size-4 shrink-0 text-danger" />
            )}
            <span className="min-w-0 break-words">
              <span className="text-muted-foreground">{evidenceLabel(source)}: </span>
              {text}
            </span>
          </li>
        ))}
      </ul>
      {page && (
        <p className="mt-2 text-muted-foreground">
          Read on <ExternalLink href={page} />
        </p>
      )}
    </>
  );
}

function RunnerUpList({ runnersUp }: { runnersUp: readonly RunnerUp[] }) {
  return (
    <ul className="grid">
      {runnersUp.map(({ domain, confidence, reason }) => (
        <li
          key={domain}
          className="grid items-baseline gap-x-4 gap-y-0.5 border-t border-border py-2 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_3rem_minmax(0,2fr)]"
        >
          <CopyValue wraps value={domain} className="justify-self-start font-medium" />
          <span className="tabular-nums">{confidence}%</span>
          <span className="min-w-0 break-words text-muted-foreground">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
