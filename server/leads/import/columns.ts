import type { PeopleDatabase } from '#contract/leads.ts';
import { nameKey } from '#engines/country-names/folded-text.ts';
import { namedColumns } from '#engines/csv/person-columns.ts';
import { LEAD_DATABASE_SHAPES } from '../databases.ts';
import {
  LOCATION_HEADERS,
  MAPPINGS,
  NATIVE_EXPORTERS,
  PERSON_FIELDS,
  PRESETS,
  type Preset,
  UNMAPPED_HEADERS,
} from './presets.ts';

/** Fewer headers can match by chance: "title" and "company" are in many files. */
const MIN_MATCHING_HEADERS = 3;

function normalized(header: string): string {
  return header.trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * Detects the preset that matches the most headers of a file. If two match the same number, the database's
 * native exporter wins. "own", whose headers include those of lists of people, wins only if it matches
 * more than any exporter. Returns null if no preset matches enough headers.
 */
export function detectPreset(header: readonly string[], database: PeopleDatabase): Preset | null {
  const names = [...new Set(header.map(normalized))];
  const native = NATIVE_EXPORTERS[database];
  const exporters = PRESETS.filter((preset) => preset !== 'own');
  const { shown, known } = LEAD_DATABASE_SHAPES[database];
  const own = new Set([...shown, ...known].map((column) => column.toLowerCase()));
  const people = new Set(
    [...personFields(header, database).keys()].map((index) => normalized(header[index] ?? '')),
  );
  // On a tie, the first candidate wins.
  const candidates: { preset: Preset; matches(name: string): boolean }[] = [
    ...[...native, ...exporters.filter((preset) => !native.includes(preset))].map((preset) => ({
      preset,
      matches: (name: string) =>
        Object.hasOwn(MAPPINGS[preset], name) || UNMAPPED_HEADERS[preset].includes(name),
    })),
    {
      preset: 'own',
      matches: (name) => own.has(name) || people.has(name) || commonColumns(name, database).length > 0,
    },
  ];
  const scored = candidates.map(({ preset, matches }) => ({ preset, score: names.filter(matches).length }));
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score >= MIN_MATCHING_HEADERS ? best.preset : null;
}

/** A column and the indexes of its source cells. The first cell with a value is used. */
export interface ColumnSource {
  column: string;
  cells: number[];
  /** cells with a location, whose country is used if `cells` are empty */
  places: number[];
}

/**
 * Maps a file's header to database columns. Headers that the preset doesn't know become columns with their
 * own name, unless many products use the header. Repeated headers fill the same column; the first one with a value
 * wins.
 */
export function planColumns(
  header: readonly string[],
  preset: Preset,
  database: PeopleDatabase,
): ColumnSource[] {
  const shape = LEAD_DATABASE_SHAPES[database];
  const byName = new Map([...shape.shown, ...shape.known].map((column) => [column.toLowerCase(), column]));
  const sources = new Map<string, ColumnSource>();
  const columnSource = (column: string) => {
    const source = sources.get(column) ?? { column, cells: [], places: [] };
    sources.set(column, source);
    return source;
  };
  const people = preset === 'own' ? personFields(header, database) : new Map<number, string>();
  const named = header.map((text, index) => {
    const name = normalized(text);
    const mapped = preset === 'own' ? undefined : MAPPINGS[preset][name]?.[database];
    return mapped ?? byName.get(toColumnName(text, database).toLowerCase()) ?? people.get(index);
  });
  const filled = new Set(named);
  for (const [index, text] of header.entries()) {
    const name = normalized(text);
    if (!name) continue;
    const keepsName = preset !== 'own' && UNMAPPED_HEADERS[preset].includes(name);
    const common = keepsName ? [] : commonColumns(text, database);
    const free = common.find((column) => !filled.has(column));
    const column = named[index] ?? free ?? toColumnName(text, database);
    if (!column) continue;
    filled.add(column);
    columnSource(column).cells.push(index);
    const country = preset === 'own' ? undefined : LOCATION_HEADERS[preset][name]?.[database];
    if (country) columnSource(country).places.push(index);
  }
  return [...sources.values()];
}

/** The database columns of the headers that lists of people have (Vorname, Nachname, Website), by index. */
function personFields(header: readonly string[], database: PeopleDatabase): Map<number, string> {
  const named = namedColumns(header);
  return new Map(
    Object.entries(named).flatMap(([kind, index]) => {
      const column = PERSON_FIELDS[kind as keyof typeof named][database];
      return index === null || column === undefined ? [] : [[index, column] as const];
    }),
  );
}

/** "# Employees" -> "employees" in Apollo, "Company Type" -> "Company_Type" elsewhere. */
function toColumnName(header: string, database: PeopleDatabase): string {
  const words = header
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  if (!words) return '';
  const safe = /^(?:\d|lw_)/i.test(words) ? `x_${words}` : words;
  return database === 'apollo' ? safe.toLowerCase() : safe;
}

type Columns = Partial<Record<PeopleDatabase, readonly string[]>>;

/**
 * Headers in the files of many products, as words without spaces, and the columns that they fill: the first one that
 * no other header of the file fills.
 */
const COMMON_HEADERS: readonly { names: string; columns: Columns }[] = [
  {
    names:
      'phone phones phonenumber phonenumbers phoneno phone1 telephone telephonenumber tel telefon telefonnummer telefono telefone telefoon contactphone contactnumber mainphone personalphone otherphone workphone officephone businessphone workphonenumber rufnummer numerodetelephone',
    columns: {
      leadrocks: ['Phone_1', 'Phone_2', 'Phone_3', 'Phone_4', 'Phone_5'],
      apollo: ['other_phone', 'corporate_phone', 'home_phone'],
      sales_navigator: ['Phone_numbers'],
    },
  },
  {
    names: 'directphone directdial directphonenumber directnumber directline workdirectphone durchwahl',
    columns: {
      leadrocks: ['Phone_1', 'Phone_2', 'Phone_3', 'Phone_4', 'Phone_5'],
      apollo: ['work_direct_phone'],
      sales_navigator: ['Phone_numbers'],
    },
  },
  {
    names:
      'mobile mobiles mobilephone mobilenumber mobilephonenumber mobileno cell cellphone cellnumber cellular handy handynummer mobil mobilnummer mobiltelefon movil celular portable telefonomovil telephoneportable gsm',
    columns: {
      leadrocks: ['Phone_2', 'Phone_1', 'Phone_3', 'Phone_4', 'Phone_5'],
      apollo: ['mobile_phone'],
      sales_navigator: ['Mobile'],
    },
  },
  {
    names:
      'email emails emailaddress emailaddresses email1 mail workemail businessemail professionalemail corporateemail companyemailaddress contactemail emailwork emailprofessional primaryemail verifiedemail emailadresse correo correoelectronico courriel',
    columns: { leadrocks: ['Work_Email_1'], apollo: ['email'], sales_navigator: ['Emails'] },
  },
  {
    names:
      'personalemail privateemail emailpersonal email2 secondaryemail secondemail otheremail alternativeemail',
    columns: { leadrocks: ['Direct_Email_1', 'Work_Email_2'], apollo: ['secondary_email', 'tertiary_email'] },
  },
  {
    names:
      'jobtitle title position currentposition currentjob role currenttitle currentjobtitle designation berufsbezeichnung poste fonction cargo puesto funktion',
    columns: { leadrocks: ['Job_Title'], apollo: ['title'], sales_navigator: ['Job_title'] },
  },
  {
    names:
      'company companyname organization organisation organizationname employer currentcompany account accountname firma unternehmen entreprise societe empresa azienda bedrijf',
    columns: { leadrocks: ['Company'], apollo: ['company'], sales_navigator: ['Company_Name'] },
  },
  {
    names: 'industry companyindustry sector branche secteur industria settore',
    columns: { leadrocks: ['Industry'], apollo: ['industry'], sales_navigator: ['Industry'] },
  },
  {
    names:
      'employees employeecount employeescount numberofemployees noofemployees employeenumber headcount companysize companyheadcount size teamsize staff staffcount companyemployeerange employeerange employeesize mitarbeiter mitarbeiterzahl effectif empleados',
    columns: { leadrocks: ['Team_Size'], apollo: ['employees'], sales_navigator: ['Company_Size'] },
  },
  {
    names:
      'country countryregion personcountry contactcountry locationcountry countryname land pays pais paese kraj',
    columns: { apollo: ['country'], sales_navigator: ['Location_Country'] },
  },
  {
    names: 'location personlocation place region ort standort lieu ubicacion',
    columns: { leadrocks: ['Location'], sales_navigator: ['Region'] },
  },
  {
    names: 'city town stadt ville ciudad cidade',
    columns: { apollo: ['city'], leadrocks: ['Location'], sales_navigator: ['Region'] },
  },
  { names: 'state stateprovince province bundesland', columns: { apollo: ['state'] } },
  { names: 'seniority senioritylevel managementlevel joblevel', columns: { apollo: ['seniority'] } },
  { names: 'skills skill keyskills competences kenntnisse', columns: { sales_navigator: ['Skills'] } },
  {
    names: 'connections linkedinconnections connectionscount numberofconnections connectioncount',
    columns: { sales_navigator: ['Linkedin_Connections'] },
  },
  {
    names:
      'linkedin linkedinurl linkedinprofile linkedinprofileurl personlinkedin personlinkedinurl linkedinlink profileurl linkedinpublicurl personallinkedin contactlinkedin',
    columns: {
      leadrocks: ['Linkedin_Url'],
      apollo: ['person_linkedin_url'],
      sales_navigator: ['Linkedin_Url'],
    },
  },
];

const BY_NAME = new Map(
  COMMON_HEADERS.flatMap(({ names, columns }) => names.split(' ').map((name) => [name, columns] as const)),
);

/** The columns that a header can fill, the best one first: none if many files don't have it. */
function commonColumns(header: string, database: PeopleDatabase): readonly string[] {
  return BY_NAME.get(nameKey(header).replaceAll(' ', ''))?.[database] ?? [];
}
