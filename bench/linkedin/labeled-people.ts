import { PEOPLE_DATABASES, type PeopleDatabase } from '../../contract/leads.ts';

/** A person, what the lead databases have of them, and the line of the list that asks for them. */
export interface LabeledPerson {
  id: number;
  first: string;
  last: string;
  company: string;
  email: string;
  /** the line, in one of many spellings */
  written: string;
  /** whether the list has the name and company, too */
  hinted: boolean;
  /**
   * `url`: a lead has the profile; `name`: a lead without it; `twin`: a lead without it, and a namesake at the
   * same company; `absent`: no lead, but most have namesakes.
   */
  presence: 'url' | 'name' | 'twin' | 'absent';
}

/** A lead in the order of COLUMNS[database]. */
export interface LabeledLead {
  database: PeopleDatabase;
  cells: readonly string[];
}

export const LEAD_COLUMNS: Readonly<Record<PeopleDatabase, readonly string[]>> = {
  apollo: ['first_name', 'last_name', 'title', 'company', 'email', 'mobile_phone', 'person_linkedin_url'],
  leadrocks: ['Full_Name', 'Job_Title', 'Company', 'Work_Email_1', 'Phone_1', 'Linkedin_Url'],
  sales_navigator: ['Full_name', 'Job_title', 'Company_Name', 'Emails', 'Mobile', 'Linkedin_Url'],
};

const FIRST =
  'Jane John María José Anna Jürgen François Zoë Søren Łukasz Ahmed Wei Yuki Olga Иван Chloé Renée Björn Aoife Mehmet'.split(
    ' ',
  );
const LAST =
  'Smith Müller García Nguyen O’Neil Dupont Kowalski Rossi Andersson Петров Yılmaz Tanaka Brown Wilson'.split(
    ' ',
  );
const COMPANIES =
  'Acme|Nordlicht Logistik GmbH|Brightwave, Inc.|Société Générale de Café|Oak & Sons Ltd|Łódź Systems|Kobayashi|Blue Ridge Co'.split(
    '|',
  );

/** The people and their leads, always the same for a seed. */
export function labeledPeople(
  count: number,
  seed: number,
): { people: LabeledPerson[]; leads: LabeledLead[] } {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const people: LabeledPerson[] = [];
  const leads: LabeledLead[] = [];
  const takenAt = new Map<string, number>();
  for (let id = 0; id < count; id += 1) {
    // Few names, so that nearly everyone has namesakes, and so many companies that most work elsewhere.
    const [first, last] = [pick(FIRST), pick(LAST)];
    const company = withNumber(pick(COMPANIES), Math.floor(random() * count));
    const place = `${first} ${last} ${company}`;
    const draw = random();
    const presence = draw < 0.55 ? 'url' : draw < 0.75 ? 'name' : 'absent';
    const hinted = presence === 'name' || random() < 0.5;
    const slug = `${ascii(first)}-${ascii(last)}-${(id * 7919 + 4096).toString(16)}`;
    const person: LabeledPerson = {
      id,
      first,
      last,
      company,
      email: `p${id}@c${id % 97}.example`,
      written: spelled(slug, random),
      hinted,
      presence: takenAt.has(place) && presence !== 'url' ? 'absent' : presence,
    };
    // Without a profile, an absent person can't be told from a namesake at the same company.
    if (takenAt.has(place)) person.hinted = false;
    takenAt.set(place, id);
    people.push(person);
    if (person.presence === 'absent') continue;
    const databases = PEOPLE_DATABASES.filter(() => random() < 0.4);
    for (const database of databases.length > 0 ? databases : [pick(PEOPLE_DATABASES)])
      leads.push(makeLead(person, database, person.presence === 'url' ? spelled(slug, random) : '', random));
    if (person.presence === 'name' && random() < 0.15) addTwin(person);
  }
  return { people, leads };

  /** A namesake at the same company, with or without a profile. */
  function addTwin(person: LabeledPerson): void {
    person.presence = 'twin';
    const twin = { ...person, id: person.id + 1_000_000, email: `twin${person.id}@c.example` };
    const profile = random() < 0.5 ? spelled(`twin-${person.id}`, random) : '';
    leads.push(makeLead(twin, pick(PEOPLE_DATABASES), profile, random));
  }
}

function makeLead(
  person: LabeledPerson,
  database: PeopleDatabase,
  profile: string,
  random: () => number,
): LabeledLead {
  const { id, first, last, email } = person;
  // A source may leave the legal form out, or write in capitals.
  const company = random() < 0.3 ? person.company.replace(/,? (?:GmbH|Inc\.|Ltd|Co)$/, '') : person.company;
  const [title, phone] = [`Head of ${id}`, `+1${2_000_000_000 + id}`];
  const name = random() < 0.2 ? `${first} ${last}`.toUpperCase() : `${first} ${last}`;
  const cells =
    database === 'apollo'
      ? [first, last, title, company, email, phone, profile]
      : [name, title, company, email, phone, profile];
  return { database, cells };
}

/** One of the spellings of a profile's URL. */
function spelled(slug: string, random: () => number): string {
  const forms = [
    `https://www.linkedin.com/in/${slug}`,
    `http://linkedin.com/in/${slug}/`,
    `linkedin.com/in/${slug.toUpperCase()}`,
    `https://de.linkedin.com/in/${slug}/de?trk=public_profile`,
    `https://www.linkedin.com/in/${slug}?utm_source=share#about`,
    `https://uk.linkedin.com/in/${slug.replaceAll('-', '%2D')}`,
    `https://www.linkedin.com/in/${slug}/details/experience/`,
    `https://m.linkedin.com/mwlite/in/${slug}`,
  ];
  return forms[Math.floor(random() * forms.length)] ?? slug;
}

function withNumber(company: string, number: number): string {
  const [name = '', ...form] = company.split(/(?=,? (?:GmbH|Inc\.|Ltd|Co)$)/);
  return `${name} ${number}${form.join('')}`;
}

function ascii(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();
  return plain || 'ivan';
}

/** A linear congruential generator: from 0 up to 1. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
