import { csvLine } from '#engines/csv/write-csv.ts';

/** A row by its columns; what isn't given is empty. */
export type OfficialRow = Readonly<Record<string, string>>;

function table(columns: readonly string[], rows: readonly OfficialRow[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => csvLine(cells))
    .join('');
}

const address = (kind: string) =>
  [
    `Provider First Line Business ${kind} Address`,
    `Provider Second Line Business ${kind} Address`,
    ...[
      'City Name',
      'State Name',
      'Postal Code',
      'Country Code (If outside U.S.)',
      'Telephone Number',
      'Fax Number',
    ].map((part) => `Provider Business ${kind} Address ${part}`),
  ] as const;
const TAXONOMY = Array.from({ length: 15 }, (_, index) => [
  `Healthcare Provider Taxonomy Code_${index + 1}`,
  `Provider License Number_${index + 1}`,
  `Provider License Number State Code_${index + 1}`,
  `Healthcare Provider Primary Taxonomy Switch_${index + 1}`,
]).flat();

/** The columns of npidata_pfile: today's, and those before the certification date was added in 2020. */
export function nppesFile(rows: readonly OfficialRow[], release: 'current' | '2015' = 'current'): string {
  return table(
    [
      'NPI',
      'Entity Type Code',
      'Replacement NPI',
      'Employer Identification Number (EIN)',
      'Provider Organization Name (Legal Business Name)',
      'Provider Last Name (Legal Name)',
      'Provider First Name',
      'Provider Middle Name',
      'Provider Name Prefix Text',
      'Provider Name Suffix Text',
      'Provider Credential Text',
      ...address('Mailing'),
      ...address('Practice Location'),
      'Provider Enumeration Date',
      'Last Update Date',
      'NPI Deactivation Reason Code',
      'NPI Deactivation Date',
      'NPI Reactivation Date',
      release === 'current' ? 'Provider Sex Code' : 'Provider Gender Code',
      'Authorized Official Last Name',
      'Authorized Official First Name',
      'Authorized Official Middle Name',
      'Authorized Official Title or Position',
      'Authorized Official Telephone Number',
      ...TAXONOMY,
      'Is Sole Proprietor',
      ...(release === 'current' ? ['Certification Date'] : []),
    ],
    rows,
  );
}

/** FMCSA's Company Census File since 2023, and the census of the SMS downloads before it. */
export function fmcsaFile(rows: readonly OfficialRow[], release: 'current' | 'sms' = 'current'): string {
  const place = ['PHY_STREET', 'PHY_CITY', 'PHY_STATE', 'PHY_ZIP', 'PHY_COUNTRY'];
  return table(
    release === 'current'
      ? [
          ...'MCS150_DATE ADD_DATE STATUS_CODE DOT_NUMBER DUN_BRADSTREET_NO CARRIER_OPERATION'.split(' '),
          ...'PHONE FAX CELL_PHONE COMPANY_OFFICER_1 COMPANY_OFFICER_2 POWER_UNITS TOTAL_DRIVERS'.split(' '),
          ...'LEGAL_NAME DBA_NAME EMAIL_ADDRESS'.split(' '),
          ...place,
        ]
      : [
          ...'DOT_NUMBER LEGAL_NAME DBA_NAME CARRIER_OPERATION HM_FLAG PC_FLAG'.split(' '),
          ...place,
          ...'TELEPHONE FAX EMAIL_ADDRESS MCS150_DATE NBR_POWER_UNIT DRIVER_TOTAL'.split(' '),
        ],
    rows,
  );
}

/** Officers: the table of the National Center for Charitable Statistics, and employees.csv of 2020. */
export function officersFile(rows: readonly OfficialRow[], release: 'current' | '2020' = 'current'): string {
  return table(
    release === 'current'
      ? [
          ...'OBJECTID URL RETURN_VERSION ORG_EIN ORG_NAME_L1 ORG_NAME_L2 RETURN_TYPE TAX_YEAR'.split(' '),
          ...['NAME_PERS', 'TITLE', 'POS_FORMER_X', 'COMP_ORG'].map((part) => `F9_07_COMP_DTK_${part}`),
        ]
      : [
          ...'ein object_id RtrnHdr_TxYr BsnssNm_BsnssNmLn1Txt BsnssNm_BsnssNmLn2Txt'.split(' '),
          ...'USAddrss_AddrssLn1Txt USAddrss_CtyNm USAddrss_SttAbbrvtnCd USAddrss_ZIPCd'.split(' '),
          ...'FrgnAddrss_CntryCd PrsnNm TtlTxt CmpnstnAmt'.split(' '),
        ],
    rows,
  );
}

/** A return of form 990 as XML, by the names of its elements since 2013 and before. */
export function form990(
  { organization, website = 'N/A', last = '' }: { organization: string; website?: string; last?: string },
  officers: readonly { name: string; title: string; former?: string }[],
  schema: '2013' | '2009' = '2013',
): string {
  const isNew = schema === '2013';
  const filer = isNew
    ? `<Filer><EIN>010203040</EIN><BusinessName><BusinessNameLine1Txt>${organization}</BusinessNameLine1Txt></BusinessName><PhoneNum>2025550100</PhoneNum><USAddress><AddressLine1Txt>1 Main St</AddressLine1Txt><CityNm>Salem</CityNm><StateAbbreviationCd>OR</StateAbbreviationCd><ZIPCd>97301</ZIPCd></USAddress></Filer>`
    : `<Filer><EIN>010203040</EIN><Name><BusinessNameLine1>${organization}</BusinessNameLine1></Name><Phone>2025550100</Phone><USAddress><AddressLine1>1 Main St</AddressLine1><City>Salem</City><State>OR</State><ZIPCode>97301</ZIPCode></USAddress></Filer>`;
  const people = officers.map(({ name, title, former = '' }) =>
    isNew
      ? `<Form990PartVIISectionAGrp><PersonNm>${name}</PersonNm><TitleTxt>${title}</TitleTxt>${former && '<FormerOfcrDirectorTrusteeInd>X</FormerOfcrDirectorTrusteeInd>'}</Form990PartVIISectionAGrp>`
      : `<Form990PartVIISectionA><NamePerson>${name}</NamePerson><Title>${title}</Title>${former && '<Former>X</Former>'}</Form990PartVIISectionA>`,
  );
  const site = isNew ? 'WebsiteAddressTxt' : 'WebSite';
  const final = last && (isNew ? '<FinalReturnInd>X</FinalReturnInd>' : '<FinalReturn>X</FinalReturn>');
  return `<?xml version="1.0" encoding="utf-8"?>\n<Return xmlns="http://www.irs.gov/efile" returnVersion="${schema}v1.0"><ReturnHeader>${filer}</ReturnHeader><ReturnData><IRS990>${final}${people.join('')}<${site}>${website}</${site}></IRS990></ReturnData></Return>\n`;
}

/** The extract of the business master file, which has no people. */
export const MASTER_FILE =
  'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME\n10203040,A CHURCH,,1 MAIN ST,SALEM,OR,97301,0000,03,3,1000,197001,1,15,000,1,01,202412,5,4,01,0,12,1,1,1,X20,\n';

const CHARITY =
  'date_of_extract organisation_number registered_charity_number linked_charity_number charity_name charity_type charity_registration_status date_of_registration date_of_removal charity_contact_address1 charity_contact_address2 charity_contact_address3 charity_contact_address4 charity_contact_address5 charity_contact_postcode charity_contact_phone charity_contact_email charity_contact_web charity_activities'.split(
    ' ',
  );
const TRUSTEE =
  'date_of_extract organisation_number registered_charity_number linked_charity_number trustee_id trustee_name trustee_is_chair individual_or_organisation trustee_date_of_appointment'.split(
    ' ',
  );

/** A file of the register of charities. */
export function charitiesFile(
  kind: 'charity' | 'charity_trustee',
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
  form: 'json' | 'txt',
): string {
  const columns = kind === 'charity' ? CHARITY : TRUSTEE;
  const all = rows.map((row) => columns.map((column) => row[column] ?? null));
  return form === 'json'
    ? `\ufeff${JSON.stringify(all.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index]]))))}`
    : [columns, ...all].map((cells) => `${cells.map((cell) => cell ?? '').join('\t')}\r\n`).join('');
}
