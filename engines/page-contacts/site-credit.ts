import { withoutMarks } from './html/page-source.ts';
import { isRightToLeft } from './right-to-left.ts';

/** Phrases for who made, runs or hosts a site: "Website by", "Umsetzung:", "Création du site :". */
const MADE = [
  String.raw`theme:[^\n|•·]{1,30}\sby\b|(?:web\s?(?:site|design)|site|design|develop(?:ed|ment)|designed|powered|built|created|made|crafted|hosted|theme|maintained)\s?(?:(?:&|and)\s\w+\s)?(?:by|with)\b`,
  String.raw`(?:web-?design|(?:web\s?|site\s|shop\s|store\s|theme\s)design|(?:technische\s)?umsetzung|realisierung|programmierung|konzept\s(?:&|und)\s\w+|website\serstellt)\s?(?::|von\b|durch\b)|website\s(?:von|durch)\b`,
  String.raw`(?:création|réalisation|conception|développement)(?:\s(?:du|de|graphique|site|web|internet))*\s?(?::|par\b)|site\s(?:réalisé|créé|développé|conçu)\spar\b`,
  String.raw`(?:desenvolvid|criad|feit|desarrollad|diseñad|cread)[oa]\s(?:por|com)\b|(?:diseño|desarrollo|criação|desenvolvimento)(?:\s(?:y|e|web|de|do|desarrollo|sites?))*\s?(?::|por\b)`,
  String.raw`(?:realizzat|sviluppat|creat)[oa]\sda\b|realizzazione(?:\s(?:siti?|web))*\s?(?::|a\scura\sdi\b)|sito\s(?:web\s)?(?:di|by)\b`,
  String.raw`(?:(?:web)?site|gemaakt|ontwikkeld|ontwerp|webbplats|hjemmeside)\s?(?:door|av|af)\b|(?:realizacja|wykonanie|projekt(?:\si\swykonanie)?)(?:\sstrony)?\s?:`,
  // The label of the site's own address or form has no such word after it.
  String.raw`(?:sito(?:\sweb)?|web(?:\s?site)?)\s?:(?=\s?(?:[\p{L}\d&’'-]+\s){0,3}(?:web(?:works|design)?|design|media|digital|pixel\p{L}*|computer\p{L}*|agen[cztj]\p{L}+|grafica?|graphics|internet)(?![\p{L}.]))`,
].join('|');

/** The same in Arabic, Persian and Hebrew. Few texts need it, and one pattern for all would take longer. */
const MADE_RIGHT_TO_LEFT = [
  String.raw`(?:تصميم|تطوير|برمجة|تنفيذ)(?:\s(?:و\s?)?(?:تصميم|تطوير|برمجة|تنفيذ|(?:ال)?موقع|(?:ال)?مواقع))*\s?(?::|من قبل|بواسطة)|طراحی(?:\s(?:و\s)?(?:طراحی|توسعه|اجرا|سایت|وب\s?سایت))*\s?(?::|توسط)`,
  String.raw`(?:בניית|הקמת|עיצוב|פיתוח|קידום)(?:\s(?:ו\s?)?(?:בנייה|בניית|עיצוב|פיתוח|קידום|אתרים|ה?אתר))*\s?:|(?:נבנה|עוצב|פותח|הוקם)\s(?:על ידי|ע["״]י)`,
].join('|');

/** A line that is nothing but a credit, with a bar before the contact: `Website by Acme | 030 1234` */
const BAR = /^(?<credit>[^\n|]{3,60})\s?\|\s?$/u;
const [CREDIT, CREDIT_RIGHT_TO_LEFT] = [creditOf(MADE), creditOf(MADE_RIGHT_TO_LEFT)];
const WINDOW = 120;

/** A bar or dot ends a credit, and so does a new sentence. */
function creditOf(made: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}])(?:${made})(?<maker>[^\n|•·]{0,60})$`, 'iu');
}

/**
 * Whether the value at an offset belongs to the maker of the site: a credit precedes it on the same line and
 * contains a name, unlike "designed by our team".
 */
export function isSiteCredit(text: string, index: number): boolean {
  const before = withoutMarks(text.slice(Math.max(0, index - WINDOW), index));
  const written = before.slice(before.lastIndexOf('\n') + 1);
  const line = written.length < before.length ? (BAR.exec(written)?.groups?.credit ?? written) : written;
  const credit = isRightToLeft(line) ? CREDIT_RIGHT_TO_LEFT.exec(line) : null;
  const maker = (credit ?? CREDIT.exec(line))?.groups?.maker;
  if (maker === undefined || /[.!?]\s+\p{Lu}/u.test(maker)) return false;
  return /^\P{L}*(?:[\p{Lu}\p{Lo}]|$)/u.test(maker) || /^\P{L}*[\p{L}\p{N}-]+\.\p{L}/u.test(maker);
}
