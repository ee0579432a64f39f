import { isJobWord } from '#engines/person-names/jobs.ts';

const MAX_CHARS = 80;
const MAX_WORDS = 9;

/** What words of jobs start with, in the languages of most sites. */
const JOB_START =
  /^(?:direct(?:or|eur|ric|rice)|diret|direkt|gesch[aä]ftsf|leit(?:er|ung)|manag|vertrieb|verkauf|verk[aä]uf|einkauf|buchhalt|inhaber|gründer|vorstand|berater|beratung|techni|engineer|ingeni|ingegn|inżyn|inženýr|account|admin|advis|analyst|architect|architek|arquitect|assist|attorney|avocat|abogad|avvocat|anwält|rechtsanw|auditor|broker|buyer|chair|chef|chief|clerk|coach|consult|coordinat|coordina|koordinat|koordynat|counsel|designer|develop|entwickl|doctor|dentist|zahn|[aä]rzt|m[eé]decin|m[eé]dic|editor|redakt|empfang|found|fondat|fundador|fondatore|foreman|geren|gérant|head$|instructor|lawyer|lead$|marketing|mechanic|meister|nurse|officer|owner|operat|partner|planer|planner|presid|präsid|prezes|principal|produc|professor|programm|projekt|project|realtor|recept|recruit|represent|resp(?:onsable|onsabile)|sales|secret|sekret|segret|special|spezial|spécial|especial|supervis|surgeon|surveyor|teach|lehrer|therap|trainer|treasurer|verwalt|vet(?:erinar|erinär)|vice$|vd$|ceo$|cto$|cfo$|coo$|ägare|säljare|säljchef|ekonomi|selger|daglig|salgs|myynti|toimitus|johtaja|päällikkö|eigenaar|zaakvoerder|bedrijfsleider|verkoop|inkoop|adviseur|titolare|amministrat|commercial|comercial|vendas|vendedor|ventas|jefe|jefa|socio|s[oó]cia|propriet|dyrektor|kierownik|specjalista|jednatel|ředitel|obchod|vezet|igazgat|müdür|uzman|директор|менеджер|руководитель)/iu;
const JOB_END =
  /(?:leiter|führer|berater|entwickler|manager|assistent|direktor|meister|techniker|ingenieur|verwalter|planer|arzt|anwalt|ledare|chef|sjef|ansvarig|päällikkö|johtaja|asiantuntija|medewerker|leider|adviseur)(?:in)?$/iu;
/** A job at another company, a vacancy, and sentences. */
const NOT_OF_A_CARD =
  /\s(?:at|bei|chez|@|presso|hos)\s|\b(?:wanted|gesucht|hiring|vacan|join|apply|award|worked|works|was|is|are|we|our|you|your|wir|unser)\b|[!?…“”„:]|\.\s/iu;

/** Whether a line is a job title by itself: `Head of Sales`, `Geschäftsführerin`. */
export function isJobTitle(line: string): boolean {
  if (line.length > MAX_CHARS || line.length < 2 || NOT_OF_A_CARD.test(line) || !/^\p{L}[^\d@]*$/u.test(line))
    return false;
  const words = line.split(/[\s,/&()–-]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  return words.some(isWordOfJob);
}

/** Whether a word is one of a job. `Director’s` isn't: it says whose something is. */
export function isWordOfJob(word: string): boolean {
  if (/['’]s$/i.test(word)) return false;
  return isJobWord(word) || JOB_START.test(word) || JOB_END.test(word);
}
