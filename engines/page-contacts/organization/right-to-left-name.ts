import { letters } from '../letters.ts';
import { isRightToLeft } from '../right-to-left.ts';
import { linesWith, type NameHints } from './company-name.ts';

/** A name of a company in Arabic, Persian or Hebrew. */
export interface RightToLeftName {
  name: string;
  /** of its line */
  index: number;
  /** What says that it is a name: a legal form, a copyright, a label, or a word such as "company" that starts its line. */
  sign: 'form' | 'rights' | 'label' | 'word';
  /** whether other words of the same sentence stand before it */
  isInSentence: boolean;
  hasForm: boolean;
  hasWord: boolean;
}

/** Letters of an Arabic abbreviation such as `ش.م.م`, with or without spaces. */
const abbreviation = (...parts: string[]) => parts.join(String.raw`\s?\.\s?`);
const FORM = [
  `(?:${abbreviation('ش', '')})?${abbreviation('ذ', 'م', 'م')}`,
  String.raw`${abbreviation('ش', 'م', '[بخسعقكلم]')}(?:\s?\.\s?[عكم])?`,
  abbreviation('م', 'م', 'ح'),
  abbreviation('م', '[خع]', 'م'),
  'المحدودة',
  String.raw`\(?سهامی (?:خاص|عام)\)?`,
  String.raw`\(?(?:با )?مسئولیت محدود\)?`,
  `בע(?:["״”“]|''|׳׳|’’)מ`,
  String.raw`\(?(?:ע["״”]ר|חל["״”]צ)\)?`,
  `ו(?:שות|בניו)['׳’]`,
].join('|');
const HAS_FORM = new RegExp(
  String.raw`(?<![\p{L}.])(?:${FORM})(?!\p{L})\.?(?:\s\((?:مقفلة|عامة|خاصة)\))?`,
  'u',
);
const PARTNERS = /ו(?:שות|בניו)['׳’]$/;
/** Words for a company, which start its name. */
const WORD = '(?:ال)?شركة|شركه|مؤسسة|مجموعة|مصنع|شرکت|مؤسسه|موسسه|חברת|עמותת';
const STARTS_WITH_WORD = new RegExp(String.raw`^(?:${WORD})\s`, 'u');
const LAST_WORD = new RegExp(String.raw`^.*(?<!\p{L})(?=(?:${WORD})\s)`, 'u');
/** "A leading company", "a company that": what a sentence says about a company. */
const DESCRIBED = new RegExp(
  String.raw`^(?:${WORD})\s(?:رائدة|متخصصة|مساهمة|محدودة|مستقلة|وطنية|عالمية|محلية|خاصة|عامة|كبرى|كبيرة|ناشئة|مصرية|سعودية|إماراتية|أردنية|مغربية|تعمل|تقدم|في|لها|ذات|هي|و|ما|من|پیشرو|ما|های|ها|دانش بنیان|بزرگ|הייטק|בנייה|בניית|ניהול|כוח אדם|השמה)(?!\p{L})`,
  'u',
);
/** Before a name in a sentence. */
const BEFORE_NAME =
  /^.*(?<!\p{L})(?:לבין|בין|[במל]חברת|על ידי|ע["״]י|באמצעות|מבית|הינה|היא|בשם|بين|مع|من قبل|بواسطة|لدى|هو|هي|توسط|متعلق به|به نام)\s+/u;
/** "We at …" */
const WE = /^\s*(?:אנו|אנחנו) בחברת\s|^\s*نحن (?:في )?(?=شركة|مؤسسة|مجموعة)|^\s*ما در\s/u;
const LABEL =
  /^(?:اسم (?:ال)?(?:شركة|مؤسسة|منشأة)|(?:ال)?اسم (?:ال)?(?:تجاري|قانوني)|نام (?:شرکت|موسسه|مؤسسه|ثبتی)|שם (?:ה?חברה|ה?עסק|ה?עמותה|ה?תאגיד|משפטי))\s?[:\t]\s*(?<name>.+)$/u;
const YEARS = /[\d٠-٩۰-۹]{4}(?:\s?[-–]\s?[\d٠-٩۰-۹]{2,4})?\s?[مهـ]?(?!\p{L})/gu;
/** What claims the rights. What follows it without a sign, and with the word for "of", is the owner. */
const RIGHTS = new RegExp(
  [
    String.raw`(?:(?:جميع|كافة|كل)\s)?(?:ال)?حقوق(?:\s[و]?(?:ال)?(?:طبع|نشر|ملكية|فكرية))*\s(?:ال)?محفوظ[ةه]`,
    String.raw`(?:جميع |كافة |كل )?حقوق(?:\sو?ال(?:طبع|نشر|ملكية|فكرية))+`,
    'כל הזכויות שמורות',
    String.raw`(?:کلیه|تمامی?|همه)(?:ی|‌ی)?\s(?:[\p{L}\p{M}‌]+\s){0,2}?حقوق(?:\s[\p{L}\p{M}‌]+){0,6}?\s(?:متعلق به|برای|نزد|از آن)(?=\s)`,
    String.raw`(?:کلیه|تمامی?|همه)(?:ی|‌ی)?\sحقوق[^|•·\n]{0,50}?محفوظ(?:\s(?:است|می‌باشد|میباشد))?`,
    'copyrights?',
    'all rights reserved',
  ].join('|'),
  'giu',
);
const OF = /^\s*(?:(?:لدى|إلى)\s+|ل[ـ-]\s?|ל-\s?|ל(?=[א-ת]{3}))/u;
const OF_ARABIC = /^\s*ل(?=\p{L}{3})/u;
const CLAIMED = /\s(?:می‌?\s?باشد|است|محفوظ(?:\s.*)?)\.?$/u;
/** "The site", "the company": owners without a name. */
const UNNAMED =
  /^(?:ال|ه|ה)?(?:موقع|شركة|متجر|مؤسسة|ناشر|مؤلف|سایت|وب\s?سایت|شرکت|فروشگاه|אתר|חברה|מחבר|בעלים)(?:\s(?:هذا|این|זה))?$|^(?:ال)?شركات(?!\p{L})|^(?:لنا|لدينا|محفوظة|محفوظ|שמורות)$/u;
const SEPARATOR = /[\t|•·©]|\s[–-]\s|:\s|(?<=\p{L}{3})[.!?؟]\s/u;
const TRIGGER =
  /©|\([cC]\)|حقوق|זכויות|בע["״”“'׳’]|[ע][ל"״”]|חל["״”]צ|ושות|ובניו|سهامی|مسئولیت|المحدودة|[شذم]\s?\.\s?[ذمخع]|شرك[ةه]|مؤسس|موسسه|مجموعة|مصنع|شرکت|חברת|עמותת|اسم|נام|نام|שם /g;
const MAX_CHARS = 90;
const MAX_WORDS = 10;
/** A line that only starts with a word for a company is a sentence from so many words on. */
const MAX_WORDS_OF_LINE = 7;

/** The names of companies in a text in Arabic, Persian or Hebrew, in order. None if it has other scripts only. */
export function rightToLeftNames(text: string): RightToLeftName[] {
  if (!isRightToLeft(text)) return [];
  const found: RightToLeftName[] = [];
  for (const line of linesWith(text, TRIGGER)) {
    const plain = line.text.trim();
    const add = (
      written: string | null,
      sign: RightToLeftName['sign'],
      at = 0,
      isInSentence = false,
    ): void => {
      const name = written === null ? null : asName(written);
      if (name === null) return;
      const [hasForm, hasWord] = [HAS_FORM.test(name), STARTS_WITH_WORD.test(name)];
      found.push({ name, index: line.start + Math.max(0, at), sign, isInSentence, hasForm, hasWord });
    };
    const label = LABEL.exec(plain)?.groups?.name;
    if (label) add(label, 'label');
    else if (/©|\([cC]\)/.test(plain) || plain.match(RIGHTS)) {
      for (const owner of ownersOf(plain)) add(owner, 'rights', line.text.indexOf(owner));
    }
    for (const piece of plain.split(SEPARATOR)) {
      const at = line.text.indexOf(piece);
      const withForm = nameWithForm(piece);
      if (withForm) add(withForm, 'form', at, !WE.test(piece) && !piece.trim().startsWith(withForm.trim()));
      else if (STARTS_WITH_WORD.test(piece) && !DESCRIBED.test(piece)) {
        const name = piece.split(/[،,(]/u, 1)[0]!.trim();
        if (name.split(' ').length <= MAX_WORDS_OF_LINE) add(name, 'word', at);
      }
    }
  }
  return found;
}

/** Whether the titles of a page have a name, or its first words. */
export function fitsTitles(name: string, { titles }: Pick<NameHints, 'titles'>): boolean {
  const words = name.replace(HAS_FORM, '').replace(STARTS_WITH_WORD, '').trim().split(/\s+/);
  const start = letters(words.slice(0, 2).join(''));
  const all = letters(words.join(''));
  return titles.some(
    (title) => (start.length >= 4 && title.includes(start)) || (title.length >= 4 && all.startsWith(title)),
  );
}

/** The name in a piece of a line that has a legal form: from its first word on, or after the form. */
function nameWithForm(piece: string): string | null {
  const form = HAS_FORM.exec(piece);
  if (!form) return null;
  const end = form.index + form[0].length;
  if (form.index < 2) {
    const rest = piece.slice(end).split(/[،,(]/u, 1)[0]!;
    return rest.trim() ? piece.slice(0, end) + rest : null;
  }
  let name = piece.slice(0, end);
  name = name.slice(LAST_WORD.exec(name)?.[0].length ?? BEFORE_NAME.exec(name)?.[0].length ?? 0);
  // Partners of a firm are listed with commas.
  if (!PARTNERS.test(form[0])) name = name.split(/[،,]\s?/u).at(-1)!;
  return name;
}

/** Who has the rights, by a line that claims them. */
function ownersOf(line: string): string[] {
  const owners: string[] = [];
  const plain = line.replace(RIGHTS, '\u0000').replace(YEARS, '|');
  for (const [index, part] of plain.split('\u0000').entries()) {
    for (const [place, piece] of part.split(SEPARATOR).entries()) {
      const isDirect = index > 0 && place === 0;
      let owner = piece.replace(CLAIMED, '').replace(/^[\s،,.]+|[\s،,.]+$/gu, '');
      if (isDirect || STARTS_WITH_WORD.test(owner.replace(OF_ARABIC, ''))) owner = withoutOf(owner);
      const withForm = nameWithForm(owner);
      owner = withForm ?? owner.split(/[،,]/u, 1)[0]!.trim();
      if (isRightToLeft(owner) && !UNNAMED.test(owner)) owners.push(owner);
    }
  }
  return owners;
}

/** A name without the word for "of" that is a part of its first word: `لشركة` is `شركة`, `للموقع` is `الموقع`. */
function withoutOf(owner: string): string {
  if (/^لل\p{L}{2}/u.test(owner)) return `ال${owner.slice(2)}`;
  return OF.test(owner) ? owner.replace(OF, '') : owner.replace(OF_ARABIC, '');
}

function asName(written: string): string | null {
  const name = written
    .replace(/\s+/g, ' ')
    .replace(/^[^\p{L}\p{N}(]+|[\s،,;:-]+$/gu, '')
    .trim();
  if (name.length < 3 || name.length > MAX_CHARS || name.split(' ').length > MAX_WORDS) return null;
  if (!isRightToLeft(name) || /[@!?؟{}<>]|www\.|https?:|\d{5}/.test(name)) return null;
  if (DESCRIBED.test(name) || UNNAMED.test(name)) return null;
  const rest = letters(name.replace(HAS_FORM, '').replace(STARTS_WITH_WORD, ''));
  return rest.length >= 3 ? name : null;
}
