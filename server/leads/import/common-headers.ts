import type { LeadDatabase } from '#contract/leads.ts';
import { nameKey } from '#engines/country-names/folded-text.ts';

type Columns = Partial<Record<LeadDatabase, readonly string[]>>;

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
export function commonColumns(header: string, database: LeadDatabase): readonly string[] {
  return BY_NAME.get(nameKey(header).replaceAll(' ', ''))?.[database] ?? [];
}
