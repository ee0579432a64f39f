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
    'attorney realtor broker teacher student intern buyer purchasing procurement',
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

/** Whether a text is a job, a company with its legal form, or says where somebody works. */
export function isJobOrCompany(text: string): boolean {
  const all = text.split(/[\s,&]+/).filter((word) => word !== '');
  if (all.some(isJobWord) || /\s(?:at|bei|chez|@)\s/i.test(text)) return true;
  const last = (all.at(-1) ?? '').replace(/\./g, '').toLowerCase();
  return all.length > 1 && LEGAL_FORMS.has(last);
}
