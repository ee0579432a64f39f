import type { PeopleDatabase } from '#contract/leads.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';

/** The source that is shown for sample leads. */
export const SAMPLE_SOURCE = 'Sample data that shows how the page works';
/** How the profile of each sample lead starts. */
export const SAMPLE_PROFILE = 'https://www.linkedin.example/in/sample-';
export const SAMPLE_LEADS = 30_000;

const FIRST_NAMES =
  'Ada Ben Chloe Diego Emma Finn Grace Hugo Ines Jonas Kira Liam Mara Noah Olga Paul Rosa Sam Tara Vera'.split(
    ' ',
  );
const LAST_NAMES =
  'Adler Bauer Costa Dubois Evans Fischer Garcia Hansen Ito Jansen Keller Lopez Meyer Novak Okafor Petrov Rossi Silva'.split(
    ' ',
  );
const DEPARTMENTS =
  'Sales,Marketing,Finance,Engineering,Operations,Product,Human Resources,IT,Customer Success,Legal'.split(
    ',',
  );
const ROLES: readonly [title: string, seniority: string][] = [
  ['Chief {} Officer', 'c_suite'],
  ['Director of {}', 'director'],
  ['{} Assistant', 'entry'],
  ['Founder, {}', 'founder'],
  ['Head of {}', 'head'],
  ['{} Intern', 'intern'],
  ['{} Manager', 'manager'],
  ['Owner, {}', 'owner'],
  ['Partner, {}', 'partner'],
  ['Senior {} Specialist', 'senior'],
  ['VP of {}', 'vp'],
];
const INDUSTRIES =
  'Computer Software,Hospital & Health Care,Financial Services,Retail,Construction,Automotive,Higher Education,Real Estate,Marketing & Advertising,Food & Beverages,Logistics & Supply Chain,Renewables & Environment'.split(
    ',',
  );
const PLACES: readonly [city: string, country: string][] = [
  ['Austin', 'United States'],
  ['Chicago', 'United States'],
  ['London', 'United Kingdom'],
  ['Berlin', 'Germany'],
  ['Paris', 'France'],
  ['Madrid', 'Spain'],
  ['Toronto', 'Canada'],
  ['Sydney', 'Australia'],
  ['Mumbai', 'India'],
  ['São Paulo', 'Brazil'],
  ['Tokyo', 'Japan'],
  ['Lagos', 'Nigeria'],
];
const SIZES = ['1-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'];
const SKILLS =
  'Negotiation,CRM,Forecasting,Python,Budgeting,Recruiting,SEO,Public Speaking,Project Management,SQL'.split(
    ',',
  );

/**
 * Generates made-up leads, always the same, with the columns of the database. Each name says that it is a
 * sample. Domains are reserved for examples (RFC 2606), phone numbers for fiction (+1 202 555 01xx).
 */
export function* sampleLeads(database: PeopleDatabase, count: number): Generator<Record<string, string>> {
  for (let index = 0; index < count; index += 1) yield sampleLead(database, index);
}

function sampleLead(database: PeopleDatabase, index: number): Record<string, string> {
  let state = Math.imul(index + 1, 2_654_435_761) ^ LEAD_DATABASE_SHAPES[database].title.length;
  const next = (below: number): number => {
    // xorshift: random enough for samples, and deterministic.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  const pick = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  const first = pick(FIRST_NAMES);
  const last = pick(LAST_NAMES);
  const department = pick(DEPARTMENTS);
  const [role, seniority] = pick(ROLES);
  const title = role.replace('{}', department);
  const companyNumber = next(4000) + 1;
  const company = `Sample Company ${companyNumber}`;
  const site = `sample-company-${companyNumber}.example.com`;
  const industry = pick(INDUSTRIES);
  const [city, country] = pick(PLACES);
  const size = pick(SIZES);
  const email = next(10) < 7 ? `${first}.${last}.${index}@${site}`.toLowerCase() : '';
  const phone = () => (next(10) < 5 ? `+1202555${String(100 + next(100)).padStart(4, '0')}` : '');
  const profile = `${SAMPLE_PROFILE}${index}`;
  if (database === 'apollo') {
    return {
      first_name: first,
      last_name: `${last} (sample)`,
      title,
      company,
      email,
      seniority,
      industry,
      country,
      city,
      employees: size.split(/\D/)[0] ?? '',
      person_linkedin_url: profile,
      website: `https://${site}`,
      work_direct_phone: phone(),
      mobile_phone: phone(),
      corporate_phone: phone(),
    };
  }
  if (database === 'leadrocks') {
    return {
      Full_Name: `${first} ${last} (sample)`,
      Job_Title: title,
      Company: company,
      Industry: industry,
      Team_Size: size,
      Work_Email_1: email,
      Phone_1: phone(),
      Location: `${city}, ${country}`,
      Linkedin_Url: profile,
      Company_Website: `https://${site}`,
    };
  }
  const skills = [pick(SKILLS), pick(SKILLS), pick(SKILLS)];
  return {
    Full_name: `${first} ${last} (sample)`,
    Job_title: title,
    Company_Name: company,
    Industry: industry,
    Company_Size: size,
    Emails: email,
    Phone_numbers: phone(),
    Mobile: phone(),
    Region: city,
    Location_Country: country,
    Company_Location_Country: pick(PLACES)[1],
    Linkedin_Connections: String(next(501)),
    Skills: [...new Set(skills)].join(', '),
    Linkedin_Url: profile,
  };
}
