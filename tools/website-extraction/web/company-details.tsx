import { COMPANY_FIELD_NAMES } from '#contract/company-fields.ts';
import { ReceiptDetails } from '#web/kit/receipt.tsx';
import { CopyValue } from '#web/ui/copy-value.tsx';
import type { WebsiteRow } from '../definition.ts';

/** What a site states about its company. Nothing, if it states none of it. */
export function CompanyDetails({ row }: { row: WebsiteRow }) {
  if (!COMPANY_FIELD_NAMES.some((field) => row[field])) return null;
  const copied = (value: string | null) => value && <CopyValue wraps value={value} />;
  const town = [row.postal_code, row.city].filter(Boolean).join(' ');
  const address = [row.street, town, row.region, row.country].filter(Boolean).join(', ');
  return (
    <ReceiptDetails
      title="Company"
      details={[
        ['Name', copied(row.organization_name)],
        ['Address', copied(address)],
        ['Register no.', copied(row.registration_number)],
        ['VAT no.', copied(row.vat_number)],
      ]}
    />
  );
}
