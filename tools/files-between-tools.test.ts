import { describe, expect, it } from 'vitest';
import { readCompanyFile, readCompanyText } from '#engines/csv/pasted-companies.ts';
import { readPastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import { readPersonTable } from '#engines/csv/person-table.ts';
import { createCsvReader } from '#engines/csv/read-csv.ts';
import { csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { readEmail } from '#engines/list-items/email.ts';
import { linkedinKey } from '#engines/list-items/linkedin.ts';
import { readWebsite } from '#engines/list-items/website.ts';
import { chooseColumns } from '#server/lists/choose-columns.ts';
import { parseCompanyInput } from './company-to-domain/definition.ts';
import { companiesFromList } from './company-to-domain/server/from-list.ts';
import { readCompanyItems } from './company-to-domain/server/read-items.ts';
import { parseEmailInput } from './email-finder/definition.ts';
import { peopleFromList } from './email-finder/server/from-list.ts';
import { readUpload } from './email-finder/server/read-upload.ts';
import { parseLinkedinInput } from './linkedin-enrichment/definition.ts';
import { profilesFromList } from './linkedin-enrichment/server/from-list.ts';
import { readProfileItems } from './linkedin-enrichment/server/read-items.ts';
import { FILES, type File, type Kind } from './test-tool-files.ts';
import { websitesFromList } from './website-extraction/server/from-list.ts';
import { readUrlItems } from './website-extraction/server/read-items.ts';

const read = (text: string) => {
  const reader = createCsvReader(',');
  const [header = [], ...rows] = [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
  return {
    columns: header,
    rows: rows.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))),
  };
};

const goodEmails = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const reading = readEmail(text);
    return reading.ok ? [reading.address.canonical] : [];
  });
const goodWebsites = (texts: readonly string[]) =>
  texts.flatMap((text) => {
    const reading = readWebsite(text);
    return reading.ok ? [reading.website.key] : [];
  });
const goodProfiles = (texts: readonly string[]) => texts.flatMap((text) => linkedinKey(text) ?? []);
const emailItems = (inputs: readonly string[], kind: 'emails' | 'people') =>
  inputs.map(parseEmailInput).flatMap((input) => {
    if ('address' in input) return kind === 'emails' ? goodEmails([input.address]) : [];
    const at = input.company === undefined ? input.domain : `company ${input.company}`;
    return kind === 'people' ? [`${input.first_name} ${input.last_name}`.trim().concat(` at ${at}`)] : [];
  });

/** The items of a file that a tool's page takes. */
const FROM_FILE: Record<Kind, (text: string) => Promise<string[]>> = {
  emails: async (text) => emailItems(await uploaded(text), 'emails'),
  people: async (text) => emailItems(await uploaded(text), 'people'),
  websites: async (text) => readPastedWebsites(text).taken.map(({ key }) => key),
  profiles: async (text) =>
    goodProfiles(readPastedProfiles(text).entries.map(({ linkedinUrl }) => linkedinUrl)),
  companies: async (text) => (readCompanyFile(text) ?? []).map(({ company_name }) => company_name),
};

/** The items of a saved list with the same rows, by the columns that are chosen for it. */
const FROM_LIST: Record<Kind, (file: File, list: ReturnType<typeof read>) => Promise<string[]>> = {
  emails: async (file, list) => emailItems(await listed(file, list), 'emails'),
  people: async (file, list) => emailItems(await listed(file, list), 'people'),
  websites: async (file, list) => {
    const input = websitesFromList.input(list, chooseColumns(websitesFromList, file.source, list.columns));
    return goodWebsites((await readUrlItems((input as { urls: string[] }).urls)).inputs);
  },
  profiles: async (file, list) => {
    const input = profilesFromList.input(list, chooseColumns(profilesFromList, file.source, list.columns));
    const { inputs } = await readProfileItems(input as Parameters<typeof readProfileItems>[0]);
    return goodProfiles(inputs.map((input) => parseLinkedinInput(input).linkedinUrl));
  },
  companies: async (file, list) => {
    const input = companiesFromList.input(list, chooseColumns(companiesFromList, file.source, list.columns));
    const { company_names } = input as { company_names: Parameters<typeof readCompanyItems>[0] };
    const { inputs } = await readCompanyItems(company_names);
    return inputs.map((input) => parseCompanyInput(input).company_name);
  },
};

async function uploaded(content: string): Promise<string[]> {
  const reading = await readUpload({ content });
  // The page shows the items that the server takes.
  const shown = readPersonTable(content).rows.flatMap(({ inputs }) => inputs);
  if (!reading.ok) throw new Error(reading.message);
  expect(shown).toEqual(expect.arrayContaining(reading.inputs.map(parseEmailInput)));
  return reading.inputs;
}

async function listed(file: File, list: ReturnType<typeof read>): Promise<string[]> {
  const input = peopleFromList.input(list, chooseColumns(peopleFromList, file.source, list.columns));
  const {
    csv_content: content,
    columns,
    has_header: hasHeader,
  } = input as {
    csv_content: string;
    columns: Parameters<typeof readUpload>[0]['columns'];
    has_header: boolean;
  };
  const reading = await readUpload({ content, columns, hasHeader });
  if (!reading.ok) throw new Error(reading.message);
  return reading.inputs;
}

const CASES = FILES.flatMap((file) =>
  (['emails', 'people', 'websites', 'profiles', 'companies'] as const).flatMap((kind) => {
    const items = file[kind];
    return items ? [{ file, kind, items, what: file.what }] : [];
  }),
);

describe('a file of one tool goes through every other tool that takes its items', () => {
  it.each(CASES)('$what: its $kind, in a file and in a list', async ({ file, kind, items }) => {
    const text =
      csvHeader(file.columns) +
      file.rows.map((row) => csvLine(file.columns.map((column) => row[column]))).join('');
    expect(await FROM_FILE[kind](text)).toEqual(items);
    expect(await FROM_LIST[kind](file, read(text))).toEqual(items);
    // Cells copied from a spreadsheet.
    const tabs =
      csvHeader(file.columns, '\t') +
      file.rows
        .map((row) =>
          csvLine(
            file.columns.map((column) => row[column]),
            '\t',
          ),
        )
        .join('');
    if (kind !== 'companies') expect(await FROM_FILE[kind](tabs)).toEqual(items);
    else expect(readCompanyText(tabs).map(({ company_name }) => company_name)).toEqual(items);
  });
});
