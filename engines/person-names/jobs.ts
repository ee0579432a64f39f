const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Jobs that people write before or after a name, in the languages of most lists. */
const JOBS = words(
  'ceo cto cfo coo cmo cio cso cpo chro vp svp evp avp director directeur directrice direktor direktorin diretor diretora ' +
    'directora directeure manager managing head chief president präsident presidente founder cofounder co-founder owner inhaber ' +
    'inhaberin geschäftsführer geschäftsführerin geschäftsleiter prokurist prokuristin leiter leiterin vertrieb vertriebsleiter ' +
    'vertriebsleiterin einkauf recruiter consultant berater beraterin engineer developer designer analyst assistant executive ' +
    'specialist coordinator partner associate responsable gérant gérante gerente jefe jefa encargado encargada socio titolare ' +
    'amministratore responsabile eigenaar zaakvoerder dyrektor kierownik prezes ředitel ředitelka jednatel vezérigazgató müdür ' +
    'директор менеджер daglig verkoper inköpare försäljning freelance hiring connection sales marketing hr accountant lawyer ' +
    'attorney realtor broker teacher student intern buyer purchasing procurement chef rechtsanwalt rechtsanwältin notar notarin notaire notario notaris ' +
    'avocat avocate abogado abogada avvocato avvocata architekt architektin architecte arquitecto arquitecta architetto ingenieur ' +
    'ingénieur ingénieure ingeniero ingeniera ingegnere advocaat advokat advokát adwokat radca expert-comptable comptable commercialista ' +
    'ragioniere mäklare ügyvéd avukat адвокат юрист инженер бухгалтер руководитель начальник δικηγόρος',
);
const JOB_ENDING = /(?:leiter|führer|berater|entwickler|beauftragter|manager|assistent|direktor)(?:in)?$/;
/** What company names end in: only after another word. */
const LEGAL_FORMS = words(
  'inc ltd llc llp gmbh mbh ag sa sarl sas srl spa bv nv ab oy oyj as asa aps kft zrt bt kg ohg ug se plc corp corporation co company ' +
    'group holding pty pte doo sro kk ооо ао зао ltda lda eireli sl slu',
);

/** Whether a word is one of a job: CEO, Geschäftsführerin, Director. */
export function isJobWord(word: string): boolean {
  const lower = word.toLowerCase();
  return JOBS.has(lower) || JOB_ENDING.test(lower);
}

/** Departments and the words between those of a job. Only beside words of jobs. */
const BETWEEN_JOBS = words(
  'of for the and & de del des du la le y e et und von für im di van al executive officer operating financial technology information general ' +
    'senior junior global regional business development team department abteilung office service services customer human resources',
);
const DEPARTMENTS = words(
  'accounts payable receivable accounting payroll reception helpdesk procurement purchasing dispatch logistics buchhaltung einkauf verkauf ' +
    'sekretariat empfang kundenservice kundendienst personalabteilung geschäftsleitung comptabilité secrétariat achats accueil ufficio ' +
    'acquisti amministrazione segreteria contabilità vendite compras ventas contabilidad recepción administración vendas inkoop ' +
    'customer resources desk cliente clientes servicio atención verkoop boekhouding administratie receptie inköp ekonomiavdelningen bogholderi zakupy księgowość sekretariat účtárna obchod',
);
/** Single words in a field for names that are none. */
const NO_NAMES = words(
  'vertrieb verwaltung zentrale empfang sekretariat kundenservice personalabteilung geschäftsführung noreply ' +
    'info information office sales support kontakt contact admin administrator webmaster reception buchhaltung einkauf',
);

/** Whether all of a text is a job or a department: Chief Executive Officer, Accounts Payable, Info. */
export function isJobOnly(text: string): boolean {
  const written = text.split(/[\s,./]+/).filter((word) => word !== '');
  const all = written.map((word) => word.toLowerCase());
  if (all.length === 1) return NO_NAMES.has(all[0] ?? '');
  const isKnown = (word: string) => isJobWord(word) || DEPARTMENTS.has(word);
  const known = all.filter(isKnown).length;
  // Di Head is a person.
  const isBetween = (word: string, index: number) =>
    BETWEEN_JOBS.has(word) && (word.length > 3 || written[index] === word);
  return known > 0 && all.every((word, index) => isKnown(word) || isBetween(word, index));
}

/** Legal forms that are hardly ever names or initials. */
const SURE_FORMS = words('inc ltd llc gmbh mbh oyj kft zrt pty ltda corp corporation eireli ооо зао');
/** Legal forms in capitals. Of two words, the second one may be initials, as in `Sunil KG`. */
const CAPITAL_FORMS = words('AG KG OHG SAS SARL SRL');
const FORM_BEFORE = /^(?:ООО|ОАО|ЗАО|ПАО|АО|ТОВ|ТзОВ|ПрАТ)\s/u;
/** In capitals, as in `Ramesh B.V.`, these are initials. */
const DOTTED_FORM = /\s(?:z\s?o\.\s?o|s\.\s?r\.\s?o|d\.\s?o\.\s?o|a\.\s?s|[Ss]\.r\.l|S\.p\.A)\.?$/u;
const AND_PARTNERS =
  /\s(?:&|and|und|et|y)\s(?:Co|Sons|Cie|Söhne|Partners?|Associates|Fils|Hijos|Figli)(?![\p{L}-])/u;

/** Whether a text is a job whose other words are small: `Chef de projet`. */
export function isJobInSmall(text: string): boolean {
  return /^\p{Lu}\S*(?:\s\p{Ll}\S*)+$/u.test(text) && isJobWord(text.split(' ', 1)[0] ?? '');
}

/** Whether a text is surely a company, by its legal form, and not a person with initials such as `Suresh Kumar SA`. */
export function isCompany(text: string): boolean {
  if (FORM_BEFORE.test(text) || AND_PARTNERS.test(text) || DOTTED_FORM.test(text)) return true;
  const all = text.split(/[\s&]+/).filter((word) => word !== '');
  // Jane Doe, Acme Ltd
  if (all.slice(0, -2).some((word) => word.endsWith(','))) return false;
  const last = (all.at(-1) ?? '').replace(/[.,]/g, '');
  if (all.length > 1 && SURE_FORMS.has(last.toLowerCase())) return true;
  return all.length > (last.length > 2 ? 1 : 2) && CAPITAL_FORMS.has(last) && text !== text.toUpperCase();
}

const CJK_FORM =
  '(?:株式会社|有限会社|合同会社|合资会社|有限责任公司|股份有限公司|有限公司|주식회사|유한회사|\\((?:株|有|주)\\))';
const CJK_COMPANY = new RegExp(`^${CJK_FORM}\\s+\\S+|[^\\s、,]*${CJK_FORM}[^\\s、,]*`, 'gu');

/** A text without the company before or after a name in Chinese, Japanese or Korean: `株式会社青空 田中 太郎`. */
export function withoutCjkCompany(text: string): string {
  return /[社司株有주유]/u.test(text) ? text.replace(CJK_COMPANY, ' ').trim() : text;
}

/** Whether a text is a street with its number. */
export function isAddress(text: string): boolean {
  return (
    /(?:stra(?:ß|ss)e|str\.|gasse|straat|vägen|gatan|vej|katu)\s\d/iu.test(text) ||
    /^\d+\w?,?\s.*\b(?:street|road|avenue|rue|boulevard|lane)\b/iu.test(text)
  );
}

/** Whether a text is a job, a company with its legal form, or says where somebody works. */
export function isJobOrCompany(text: string): boolean {
  const all = text.split(/[\s,&]+/).filter((word) => word !== '');
  if (all.some(isJobWord) || /\s(?:at|bei|chez|@)\s/i.test(text)) return true;
  const last = (all.at(-1) ?? '').replace(/\./g, '').toLowerCase();
  return all.length > 1 && LEGAL_FORMS.has(last);
}
