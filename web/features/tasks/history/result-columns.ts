import type { TaskType } from '#contract/tasks.ts';

/** One column of a task's results in the history. `values` reads a stored row; what is not there is left out. */
export interface ResultColumn {
  header: string;
  kind: 'text' | 'copy' | 'link';
  values(row: Row): string[];
}

type Row = Record<string, unknown>;

/** The columns of each tool's rows (spec lead tools §3, Task). Rows of every age are read, so several names stand for one thing. */
export function resultColumns(type: TaskType): readonly ResultColumn[] {
  return COLUMNS[type];
}

const COLUMNS: Record<TaskType, readonly ResultColumn[]> = {
  'lead-enrichment': [
    column('Domain', 'copy', 'domain'),
    {
      header: 'Company',
      kind: 'text',
      values: ({ company }) => (isRow(company) ? textsOf(company.name) : []),
    },
    { header: 'Employees', kind: 'text', values: ({ employees }) => employeeNames(employees) },
  ],
  'website-extraction': [
    column('URL', 'link', 'url'),
    column('Emails', 'copy', 'emails'),
    column('Phones', 'copy', 'phones'),
    column('Title', 'text', 'title', 'error'),
    column('Description', 'text', 'description'),
  ],
  'csv-extraction': [
    column('First name', 'text', 'first_name', 'field1'),
    column('Last name', 'text', 'last_name', 'field2'),
    column('Domain', 'copy', 'domain', 'field3'),
    column('Verified email', 'copy', 'verified_email'),
    column('Status', 'text', 'status'),
    column('Why', 'text', 'explanation'),
  ],
  'company-to-domain': [
    column('Company', 'text', 'companyName', 'company_name', 'name'),
    column('Domain', 'copy', 'domain'),
    column('Logo', 'link', 'logo'),
    column('Why not', 'text', 'error'),
  ],
  'linkedin-enrichment': [
    column('LinkedIn URL', 'link', 'linkedinUrl'),
    column('Name', 'text', 'name'),
    column('Title', 'text', 'title'),
    column('Company', 'text', 'company'),
    column('Email', 'copy', 'email'),
    column('Phone', 'copy', 'phone'),
    {
      header: 'Completeness',
      kind: 'text',
      values: ({ completeness }) => (typeof completeness === 'number' ? [`${completeness}%`] : []),
    },
  ],
};

/** The first of the fields that holds something. */
function column(header: string, kind: ResultColumn['kind'], ...fields: string[]): ResultColumn {
  return {
    header,
    kind,
    values: (row) => fields.map((field) => textsOf(row[field])).find((texts) => texts.length > 0) ?? [],
  };
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() ? [value] : [];
}

function employeeNames(employees: unknown): string[] {
  if (!Array.isArray(employees)) return [];
  return employees.flatMap((each) => {
    if (!isRow(each)) return textsOf(each);
    const named = textsOf(each.name);
    if (named.length > 0) return named;
    const full = [...textsOf(each.first_name), ...textsOf(each.last_name)].join(' ');
    return full ? [full] : textsOf(each.email);
  });
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
