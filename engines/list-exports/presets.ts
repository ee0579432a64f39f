import type { ColumnRole } from '#contract/list-columns.ts';
import type { ExportPreset } from '#contract/list-exports.ts';

/**
 * What a column of a preset has: the column of the list with a role, or one made of several. `site`: the website, or the
 * domain if the list has none. `location`: city and country.
 */
export type FieldSource = ColumnRole | 'site' | 'location';

/** What a tool's import expects. */
export interface PresetShape {
  /** the tool, as people call it */
  label: string;
  /** the tool's headers in their order, and what each has */
  fields: readonly { header: string; from: FieldSource }[];
  /** the tool refuses a row without one of each */
  needs: readonly (readonly FieldSource[])[];
  /** joins several emails of a cell, for a tool that takes several; the others get the first one */
  joinsEmails?: string;
  /** the most columns that the import takes */
  maxColumns?: number;
}

/** The roles that a field can be made of, in the order of preference; missing for a role itself. */
const MADE_OF: Readonly<Partial<Record<FieldSource, readonly ColumnRole[]>>> = {
  first_name: ['first_name', 'full_name'],
  last_name: ['last_name', 'full_name'],
  full_name: ['full_name', 'first_name', 'last_name'],
  site: ['website', 'domain'],
  location: ['city', 'country'],
};

/** The roles that a field can be made of. */
export function rolesOf(from: FieldSource): readonly ColumnRole[] {
  return MADE_OF[from] ?? [from as ColumnRole];
}

/**
 * The headers that the imports of these tools recognize. Where a tool matches labels of its fields, these are the labels;
 * all other columns follow by their own names, as custom fields. Sources, read in November
 * 2026 (docs/decisions/2026-11-26-export-presets.md); no import was tried in the tools themselves:
 * - HubSpot: names of default contact properties, knowledge.hubspot.com "Set up your import files" (a contact needs a
 *   first name, a last name or an email; 1,000 columns)
 * - Salesforce: help.salesforce.com "Field Mapping for Importing Leads" and "Field Mapping for Other Data Sources and
 *   Organization Import" (a lead needs a last name and a company, a contact a last name; 90 fields; the full name or its
 *   parts, and not both). Of a contact, only the
 *   name and the business phone were read there; the other labels are those of a lead.
 * - Pipedrive: support.pipedrive.com "Importing: mandatory fields" (a person needs a name). The headers are those of its own
 *   exports, as other programs have them.
 * - Attio: docs.attio.com "People" (names of attributes; those of the company are a guess) and attio.com/help "CSV import
 *   formatting guide" (several values are split at commas)
 * - Instantly: developer.instantly.ai "Create lead" (field names; a lead needs an email)
 * - Smartlead: api.smartlead.ai "Add leads to a campaign" and the columns of its own exports (a lead needs an email)
 * - lemlist: developer.lemlist.com "Create Lead in Campaign" (field names; leads with only a phone or LinkedIn profile are fine)
 */
export const PRESETS: Readonly<Record<ExportPreset, PresetShape>> = {
  hubspot: {
    label: 'HubSpot',
    fields: [
      { header: 'Email', from: 'email' },
      { header: 'First Name', from: 'first_name' },
      { header: 'Last Name', from: 'last_name' },
      { header: 'Job Title', from: 'job_title' },
      { header: 'Phone Number', from: 'phone' },
      { header: 'Company Name', from: 'company' },
      { header: 'Company Domain Name', from: 'domain' },
      { header: 'Website URL', from: 'website' },
      { header: 'LinkedIn URL', from: 'linkedin' },
      { header: 'City', from: 'city' },
      { header: 'Country/Region', from: 'country' },
    ],
    needs: [['email', 'full_name']],
    maxColumns: 1000,
  },
  'salesforce-lead': {
    label: 'Salesforce Lead',
    fields: [
      { header: 'First Name', from: 'first_name' },
      { header: 'Last Name', from: 'last_name' },
      { header: 'Title', from: 'job_title' },
      { header: 'Company', from: 'company' },
      { header: 'Email', from: 'email' },
      { header: 'Phone', from: 'phone' },
      { header: 'Website', from: 'site' },
      { header: 'City', from: 'city' },
      { header: 'Country', from: 'country' },
    ],
    needs: [['last_name'], ['company']],
    maxColumns: 90,
  },
  'salesforce-contact': {
    label: 'Salesforce Contact',
    fields: [
      { header: 'First Name', from: 'first_name' },
      { header: 'Last Name', from: 'last_name' },
      { header: 'Title', from: 'job_title' },
      { header: 'Account Name', from: 'company' },
      { header: 'Email', from: 'email' },
      { header: 'Business Phone', from: 'phone' },
      { header: 'Website', from: 'site' },
      { header: 'Mailing City', from: 'city' },
      { header: 'Mailing Country', from: 'country' },
    ],
    needs: [['last_name']],
    maxColumns: 90,
  },
  pipedrive: {
    label: 'Pipedrive',
    fields: [
      { header: 'Person - Name', from: 'full_name' },
      { header: 'Person - Email - Work', from: 'email' },
      { header: 'Person - Phone - Work', from: 'phone' },
      { header: 'Person - Job title', from: 'job_title' },
      { header: 'Organization - Name', from: 'company' },
      { header: 'Organization - Website', from: 'site' },
      { header: 'Organization - LinkedIn profile', from: 'company_linkedin' },
      { header: 'Organization - Address', from: 'location' },
    ],
    needs: [['full_name']],
  },
  attio: {
    label: 'Attio',
    fields: [
      { header: 'Email addresses', from: 'email' },
      { header: 'Name', from: 'full_name' },
      { header: 'Job title', from: 'job_title' },
      { header: 'Phone numbers', from: 'phone' },
      { header: 'LinkedIn', from: 'linkedin' },
      { header: 'Company', from: 'company' },
      { header: 'Domains', from: 'domain' },
      { header: 'Primary location', from: 'location' },
    ],
    needs: [['email', 'full_name']],
    joinsEmails: ', ',
  },
  instantly: {
    label: 'Instantly',
    fields: [
      { header: 'email', from: 'email' },
      { header: 'first_name', from: 'first_name' },
      { header: 'last_name', from: 'last_name' },
      { header: 'company_name', from: 'company' },
      { header: 'job_title', from: 'job_title' },
      { header: 'phone', from: 'phone' },
      { header: 'website', from: 'site' },
    ],
    needs: [['email']],
  },
  smartlead: {
    label: 'Smartlead',
    fields: [
      { header: 'first_name', from: 'first_name' },
      { header: 'last_name', from: 'last_name' },
      { header: 'email', from: 'email' },
      { header: 'phone_number', from: 'phone' },
      { header: 'company_name', from: 'company' },
      { header: 'website', from: 'website' },
      { header: 'location', from: 'location' },
      { header: 'linkedin_profile', from: 'linkedin' },
      { header: 'company_url', from: 'domain' },
    ],
    needs: [['email']],
  },
  lemlist: {
    label: 'lemlist',
    fields: [
      { header: 'email', from: 'email' },
      { header: 'firstName', from: 'first_name' },
      { header: 'lastName', from: 'last_name' },
      { header: 'companyName', from: 'company' },
      { header: 'companyDomain', from: 'domain' },
      { header: 'jobTitle', from: 'job_title' },
      { header: 'phone', from: 'phone' },
      { header: 'linkedinUrl', from: 'linkedin' },
    ],
    needs: [['email', 'linkedin', 'phone']],
  },
};

/** A role as people read it after "a column for", for what a list lacks. */
const ROLE_WORDS: Readonly<Partial<Record<ColumnRole, string>>> = {
  first_name: 'the first name',
  last_name: 'the last name',
  full_name: 'the full name',
  email: 'emails',
  phone: 'phones',
  linkedin: 'LinkedIn profiles',
  company: 'the company',
};

/** What the import of a tool needs and these roles don't have, as texts: "the last name or the full name". */
export function missingNeeds(preset: ExportPreset, roles: ReadonlySet<ColumnRole>): string[] {
  return PRESETS[preset].needs
    .map((need) => need.flatMap(rolesOf))
    .filter((need) => !need.some((role) => roles.has(role)))
    .map((need) => need.map((role) => ROLE_WORDS[role] ?? role).join(' or '));
}

const IN_A_ROW: Readonly<Partial<Record<FieldSource, string>>> = {
  email: 'an email',
  linkedin: 'a LinkedIn profile',
  phone: 'a phone',
  company: 'a company',
  last_name: 'a last name',
  full_name: 'a name',
};

/** What a tool refuses a row without, as texts: "an email or a name". */
export function rowNeeds(preset: ExportPreset): string[] {
  return PRESETS[preset].needs.map((sources) => sources.flatMap((from) => IN_A_ROW[from] ?? []).join(' or '));
}
