/** What a site states about its company, with the names of the columns. The country is its ISO code, else as written. */
export const COMPANY_FIELDS = {
  organization_name: 'Company',
  street: 'Street',
  postal_code: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
  registration_number: 'Register number',
  vat_number: 'VAT number',
} as const;
export type CompanyField = keyof typeof COMPANY_FIELDS;

export const COMPANY_FIELD_NAMES = Object.keys(COMPANY_FIELDS) as readonly CompanyField[];
