import { isJobWord } from './jobs.ts';
import { isParticle } from './name-words.ts';

/** A word of a name: without dots and commas, as it was written, and whether it is initials such as `J.R.`. */
interface Word {
  word: string;
  written: string;
  initials: boolean;
}

const MAX_WORDS = 8;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Titles before a name, in lower case and without dots. */
const TITLES = words(
  'mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr hon cllr capt captain col gen maj sgt lt cdr wg cmdr ' +
    'herr frau hr fru sig sigra sra sr srta dott dottssa dottoressa ing dipl mag mme mlle mons señor señora pd priv doz ' +
    'kommr hofrat okr stb wp lic eidg drs dhr mw mevr avv geom rag cav dña doña arq eng engo enga engr profa prof drª dra dro ' +
    'exmo exma ilmo mgr inż inz lek mec bc mudr mvdr judr phdr rndr pharmdr thdr paeddr icdr doc sayın uzm doç docdr ' +
    'shri smt kumari adv dato datuk datin datoseri tuan puan encik cik bapak bpk ibu atty khun siving civing candmag candjur ' +
    'dl dna d-na domnul doamna ifj özv pani rt right the hab univ mmag bakk frl notarin rechtsanwältin mevrouw jhr monsieur madame ' +
    'mademoiselle docteur maître signor signora signorina signa drssa profssa egr lcdo lcda licda mtro mtra cdor excmo excma pbro ' +
    'senhor senhora adw płk mga bca rsdr thlic gđa gospodin gospođa akad yrd ecz müh candmerc candscient candpolit ' +
    'rabbi archbishop senator ambassador councillor colonel brigadier adm admiral cpl lieutenant sergeant barrister alhaji ' +
    'alhaja hajia mallam engineer thiru shrimati sushri honble datukseri hj hjh sdr ustadz ustaz honourable honorable drhc ostr gosp familie pgsts gsts ông bà sheikha ' +
    'κ κα κος κυρία κύριος г-н г-жа пан пані δρ καθηγητής καθηγήτρια д-р др проф доц инж акад адв господин госпожа ' +
    'السيد السيدة الأستاذ الأستاذة الدكتور الدكتورة المهندس المهندسة الشيخ الشيخة المحامي المحامية دكتور دكتورة دکتر مهندس آقای خانم ' +
    'นาย นาง นางสาว คุณ ดร ผศ รศ דר מר גב פרופ עוד רוח הרב डॉ श्री श्रीमती सुश्री प्रो திரு திருமதி ბატონი ქალბატონი',
);
/** Titles that are also names, or initials: only with a dot, and before two more words or initials. */
const DOTTED_TITLES = words(
  'm d av er ir op arch abg cp dn p me sn id pr h r barr arc surv pharm alh pst on comm pe cel dt mim ts ths gs pgs bs ls sri pt ar ny tn bp sh sen gov rep amb ks mec dir ga brig د م أ ا א ד',
);
/** Titles that are also names: only in capitals, in a name that isn't. */
const CAPITAL_TITLES = words('DI RA RAin HR CA CP DDr StB WP Pr Me Er Av TkT TkD');
/** Two words that are a title together. */
const TITLE_PAIRS = words(
  'tan_sri wg_cdr de_heer rt_hon dato_seri datuk_seri dato_sri datuk_sri puan_sri sn_dr lt_col lt_gen lt_cdr maj_gen brig_gen sqn_ldr flt_lt ' +
    'gp_capt rear_admiral vice_admiral tekn_dr tekn_lic fil_dr fil_lic fil_mag ekon_dr jur_dr med_dr öğr_gör arş_gör cand_jur cand_mag ' +
    'cand_med cand_merc cand_scient siv_ing siv_øk civ_ing',
);
/** Titles of which the next word may be a name: only before two more words. */
const TITLES_OF_THREE = words(
  'pan don mag haji tun master ato sheikh shaikh pastor judge bishop father sister brother major pandit',
);
/** The field of a title before it: Dr. med., Dr. rer. nat., Dipl.-Kfm. Phil and Ing are also names of people. */
const FIELDS = words(
  'med dent vet rer nat pol oec publ phil jur iur theol habil h c hc mult sc techn agr psych biol chem phys math ' +
    'inf kfm kffr wirt betriebsw betriebswirt wirtsch soz päd geogr univ fh ba ing inž art dipl hab seri n sc spec econ kff et maš građ',
);
/** Degrees, orders and memberships after a name. */
const CREDENTIALS = words(
  'jr sr ii iii iv phd dphil md dds dvm esq mba mpa mph msc bsc ba bs ma ms llm llb jd cpa cfa cfp pmp pe rn ing dr mag bed ' +
    'meng beng acca cissp shrm shrmcp shrmscp sphr phr frcs mbe obe cbe kbe frics mrics rics cfe cta fca aca fcca cipd cism cisa csm ' +
    'lcsw lmft bsn msn dnp aprn facs facp faia aia leed ap qc kc dl csc drsc dis med mfa edd psyd dba mphil bcom mcom btech mtech ' +
    'frm frsa fcipd mcipd ceng cima cpcc acc pcc peng cma cia crisc itil scrum mim mcs mba emba dea des bacc mt se sh mm skom spd ' +
    'stmm msi mkom mhum amd apt spk mbbs mbchb bds dmd dpt crna frcp mrcp mcips mciob fciob miet fiet mrtpi riba caia cgma chfc ' +
    'cpcu cspo pgmp acma fcma mciarb retd usn usaf usmc sj ofm osb sdb ocd svd',
);
/** Degrees that are also names: only with dots or in capitals, after a name that isn't. */
const NAMES_TOO = words('ma ba ing bed mag ap dis med des se sh mm acc apt jd ms pe sj ofm osb sdb ocd svd');
/** Titles that a family name follows if only one word does: `Mrs. Abernathy`, but `Don Ramón`. */
const FAMILY_TITLES = words(
  'mr mrs ms mx dr prof professor familie herr frau hr fru frl mme mlle monsieur madame mademoiselle sigra signor signora sra srta señora ' +
    'senhor senhora dhr mevr mevrouw mw pani г-н г-жа господин госпожа δρ κος κα κυρία κύριος avv',
);
/** Titles of women, and titles of men in full, in Austria, Italy, Spain and Portugal: Dr.in, Mag.a, Dipl.-Ing.in, D.ª, Eng.º. */
const TITLE_ENDING = /(?<=^|[-.])(dr|mag|prof|ing|dipl|univ|di|d|sr|eng|arq|exm|ilm)\.(?:in|a|o)$/i;
/** After a given name, and before a family name: Ahmet Bey, Ludwig Freiherr von Stein. */
const INNER_TITLES = words('bey hanım hanim freiherr freifrau graf gräfin fürst ritter edler baron');

/** Whether each word is a degree or the like: `PhD, MBA`, `M.D.`, `LCSW`. */
export function areCredentials(text: string, { after }: { after: number }): boolean {
  const all = text.split(' ').filter((word) => word !== '');
  return all.length > 0 && all.every((word) => isCredential(word, after));
}

/** `after`: the number of words before the comma. After one word, initials are a given name. */
function isCredential(written: string, after: number): boolean {
  const plain = written.replace(/[.,\s-]/g, '');
  if (CREDENTIALS.has(plain.toLowerCase())) return after > 1 || !NAMES_TOO.has(plain.toLowerCase());
  // Dipl.-Ing.
  const parts = written.toLowerCase().replace(/[.,]/g, '').split('-');
  if (parts.every((part) => TITLES.has(part) || (parts.length > 1 && FIELDS.has(part)))) return after > 1;
  if (after < 2) return false;
  // LCSW; F.A.C.S.; B.Sc., CSc.
  if (/^\p{Lu}{3,8}$/u.test(written)) return true;
  return plain.length > 1 && /^(?:\p{Lu}\p{L}{0,4}\.){1,6}(?:\p{Lu}\p{L}{0,4})?$/u.test(written);
}

function wordOf(text: string): Word {
  // Most words have no signs.
  if (/^\p{L}+$/u.test(text)) return { word: text, written: text, initials: false };
  const written = text.replace(TITLE_ENDING, '$1.');
  return {
    word: written.replace(/[.,]/g, '').replace(/^(?:-|'(?![ts]$))+|[-']+$/g, ''),
    written,
    initials: /^(?:\p{L}\.){2,}$/u.test(written),
  };
}

/**
 * Strips leading titles and jobs, and trailing degrees, but keeps at least `min` words. J.R. becomes JR, J. becomes J.
 */
export function trimTitles(text: string, min = 1): string[] {
  const all = text
    .split(' ')
    .map(wordOf)
    .filter(({ word }) => word !== '');
  const isShouted = all.every(({ word }) => word === word.toUpperCase());
  for (let titles = 0; all.length > min; titles += 1) {
    const length = titleLength(all, titles > 0, isShouted);
    if (length === 0 || all.length - length < min) break;
    all.splice(0, length);
  }
  const end = all.findIndex(({ word, written }, index) => index > 1 && isLateTitle(word, written));
  if (end >= min) all.splice(end);
  for (let last = all.at(-1); all.length > min && last; last = all.at(-1)) {
    if (!isDegree(last, all.length, isShouted)) break;
    all.pop();
  }
  return all
    .slice(0, MAX_WORDS)
    .filter(({ word }, index) => index === 0 || all.length < 3 || !INNER_TITLES.has(word.toLowerCase()))
    .map(({ word }) => word);
}

function isDegree({ word, initials }: Word, count: number, isShouted: boolean): boolean {
  const lower = word.toLowerCase();
  if (!CREDENTIALS.has(lower)) return false;
  // Anna J.R., and Ruth Adler M.A.
  if (initials) return count > 2;
  return !NAMES_TOO.has(lower) || count < 3 || (!isShouted && word === word.toUpperCase());
}

/** `dipl. inž. maš.` behind a name. */
function isLateTitle(word: string, written: string): boolean {
  return /^(?:dipl|inž|ing|mag|mgr|prof|univ)$/.test(word) && written.endsWith('.');
}

/** Whether a title alone in its field is more often a given name: Don, Ato, Major, Bishop. */
export function isGivenNameToo(word: string): boolean {
  return TITLES_OF_THREE.has(word.toLowerCase());
}

/** Whether the text is a title such as `Mrs.` and one word, which is a family name then. */
export function isFamilyAlone(text: string): boolean {
  const all = text.split(' ').filter((word) => word !== '');
  // MS Dhoni has initials.
  const isInitials = (word: string) => /^\p{Lu}{2,}$/u.test(word) && text !== text.toUpperCase();
  const titles = all.slice(0, -1).filter((word) => !isInitials(word));
  return (
    titles.some((word) => FAMILY_TITLES.has(word.replaceAll('.', '').toLowerCase())) &&
    trimTitles(text).length === 1
  );
}

/** How many words at the start are a title or a job: `Dr.`, `Dipl.-Ing.`, `Tan Sri`; after one, also its field. */
function titleLength(
  [first, second, third, fourth]: readonly Word[],
  follows: boolean,
  isShouted: boolean,
): number {
  if (!first) return 0;
  const { word, written } = first;
  const lower = word.toLowerCase();
  if (second && TITLE_PAIRS.has(`${lower}_${second.word.toLowerCase()}`)) return 2;
  const parts = lower.split('-');
  const [start = ''] = parts;
  // K.S. Ravi Kumar
  if (first.initials) return second && third && lower === 'cp' ? 1 : 0;
  if (TITLES.has(lower)) return 1;
  if (TITLES.has(start) && parts.every((part) => TITLES.has(part) || FIELDS.has(part))) return 1;
  if (!isShouted && CAPITAL_TITLES.has(word) && second && (third || word.length > 2)) return 1;
  const isAbbreviated = written.endsWith('.') || written === written.toLowerCase();
  // M. de Gaulle may have an initial.
  const isBeforeName = second && third && (fourth || !isParticle(second.word));
  if (isBeforeName && written.endsWith('.') && isDotted(first, follows) && !areInitials(first, second))
    return 1;
  if (second && third && TITLES_OF_THREE.has(lower)) return 1;
  if (second && !isShouted && isJobWord(word)) return 1;
  return follows && isAbbreviated && parts.every((part) => FIELDS.has(part)) ? 1 : 0;
}

/** `M. S. Subramaniam` isn't Monsieur S. */
function areInitials({ word }: Word, next: Word): boolean {
  return /^[a-z]$/i.test(word) && /^\p{Lu}\.?$/u.test(next.written);
}

/** `M.` and `D.` are also initials, so only before a name of two words. */
function isDotted({ word }: Word, follows: boolean): boolean {
  const lower = word.toLowerCase();
  return DOTTED_TITLES.has(lower) && (lower !== 'h' || follows);
}
