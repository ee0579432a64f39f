import { COMPANY_FIELD_NAMES, type CompanyField } from '#contract/company-fields.ts';
import { CopyValue } from '../ui/copy-value.tsx';
import { ReceiptDetails } from './receipt.tsx';

/** What a tool's row states about the company of a site. Nothing, if it has none of it. */
export function CompanyDetails({ row }: { row: Readonly<Record<string, unknown>> }) {
  const stated = (field: CompanyField): string => {
    const value = row[field];
    return typeof value === 'string' ? value : '';
  };
  if (!COMPANY_FIELD_NAMES.some(stated)) return null;
  const copied = (value: string) => value && <CopyValue wraps value={value} />;
  const lines = [
    stated('street'),
    [stated('postal_code'), stated('city')].filter(Boolean).join(' '),
    stated('region'),
    stated('country'),
  ];
  return (
    <ReceiptDetails
      title="Company"
      details={[
        ['Name', copied(stated('organization_name'))],
        ['Address', copied(lines.filter(Boolean).join(', '))],
        ['Register no.', copied(stated('registration_number'))],
        ['VAT no.', copied(stated('vat_number'))],
      ]}
    />
  );
}
