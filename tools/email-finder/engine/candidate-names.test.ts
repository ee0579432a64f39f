import { expect, it } from 'vitest';
import { rankCandidates } from './email-candidates.ts';

interface Case {
  about: string;
  first: string;
  last: string;
  domain?: string;
  /** expected in the first eight */
  first8?: string;
  /** expected in the first twenty */
  first20?: string;
  /** expected first */
  top?: string;
  /** not expected in the first twenty */
  not?: string;
}

const CASES: Case[] = [
  // plain Latin names
  {
    about: 'plain',
    first: 'John',
    last: 'Smith',
    top: 'john.smith',
    first8: 'jsmith john smith smithjohn johns johnsmith',
  },
  { about: 'capitals', first: 'JOHN', last: 'SMITH', top: 'john.smith' },
  { about: 'white space', first: '  John ', last: '\tSmith\n', top: 'john.smith' },
  {
    about: 'nickname in use',
    first: 'Robert',
    last: 'Smith',
    first8: 'bob.smith',
    first20: 'rob.smith bsmith',
  },
  { about: 'nickname in the list', first: 'Bob', last: 'Smith', top: 'bob.smith', first8: 'robert.smith' },
  { about: 'nickname in quotes', first: 'Robert "Bo" J.', last: 'Smith', first8: 'robert.smith bo.smith' },
  {
    about: 'nickname in parentheses',
    first: 'Xiulan (Grace)',
    last: 'Chen',
    first8: 'grace.chen xiulan.chen',
  },
  {
    about: 'middle initial',
    first: 'John F.',
    last: 'Kennedy',
    top: 'john.kennedy',
    first20: 'jfkennedy john.f.kennedy',
  },
  { about: 'middle name', first: 'Mary Jane', last: 'Watson', top: 'mary.watson', first8: 'maryjane.watson' },
  { about: 'title', first: 'Dr. John', last: 'Smith', top: 'john.smith', not: 'dr.smith' },
  { about: 'titles in the family name', first: 'Anna', last: 'Prof. Dr. Huber', top: 'anna.huber' },
  { about: 'degrees', first: 'Ann', last: 'Lee, MBA, PMP', top: 'ann.lee' },
  { about: 'degree without comma', first: 'Ann', last: 'Lee PhD', top: 'ann.lee' },
  { about: 'suffix', first: 'Sammy', last: 'Davis Jr.', top: 'sammy.davis', not: 'sammy.davisjr' },
  { about: 'numeral', first: 'John', last: 'Doe III', top: 'john.doe' },
  { about: 'emoji and digits', first: '🚀 Ana 99', last: 'Silva ✔', top: 'ana.silva' },
  { about: 'surname that is a degree', first: 'Jack', last: 'Ma', top: 'jack.ma' },
  // initials
  { about: 'given initial', first: 'J.', last: 'Smith', top: 'jsmith', first8: 'j.smith smith smithj' },
  { about: 'given initial without dot', first: 'j', last: 'smith', top: 'jsmith' },
  { about: 'two initials', first: 'J.R.', last: 'Ewing', first8: 'jr.ewing jewing ewing' },
  { about: 'initial and name', first: 'J. Robert', last: 'Oppenheimer', first8: 'robert.oppenheimer' },
  { about: 'family initial', first: 'John', last: 'S.', top: 'john', first8: 'johns', not: 'john.smith' },
  // single words
  { about: 'one-word name', first: 'Suharto', last: '', top: 'suharto' },
  { about: 'one word, in the last field', first: '', last: 'Madonna', top: 'madonna' },
  { about: 'full name in the first field', first: 'John Smith', last: '', top: 'john.smith' },
  {
    about: 'full name in the last field',
    first: '',
    last: 'Ludwig von Mises',
    first8: 'ludwig.vonmises ludwig.mises',
  },
  { about: 'family name first with a comma', first: 'Smith, John', last: '', top: 'john.smith' },
  { about: 'full name and degree', first: 'John Smith, PhD', last: '', top: 'john.smith' },
  // hyphens, particles, apostrophes, several surnames
  {
    about: 'hyphenated given name',
    first: 'Jean-Pierre',
    last: 'Dupont',
    domain: 'acme.fr',
    first8: 'jean-pierre.dupont jeanpierre.dupont jean.dupont jpdupont jdupont',
  },
  {
    about: 'hyphenated family name',
    first: 'Mary',
    last: 'Smith-Jones',
    first8: 'mary.smith-jones mary.smithjones mary.smith mary.jones',
  },
  { about: 'unusual dash', first: 'Mary', last: 'Smith‑Jones', first8: 'mary.smith-jones' },
  {
    about: 'Dutch particles',
    first: 'Ludwig',
    last: 'van der Berg',
    domain: 'acme.nl',
    first8: 'ludwig.vanderberg ludwig.berg lvanderberg',
  },
  {
    about: 'German particle',
    first: 'Karl',
    last: 'von Stein',
    domain: 'acme.de',
    first8: 'karl.vonstein karl.stein',
  },
  {
    about: 'Portuguese particle',
    first: 'João',
    last: 'da Silva',
    domain: 'acme.pt',
    first8: 'joao.dasilva joao.silva',
  },
  {
    about: 'Spanish surnames',
    first: 'María',
    last: 'García López',
    domain: 'acme.es',
    first8: 'maria.garcia maria.lopez maria.garcialopez',
  },
  {
    about: 'particle inside',
    first: 'Juan',
    last: 'García de la Vega',
    first20: 'juan.garciadelavega juan.garcia juan.vega',
  },
  {
    about: 'Irish apostrophe',
    first: 'Sinéad',
    last: "O'Connor",
    top: 'sinead.oconnor',
    first8: 'soconnor',
    first20: "sinead.o'connor",
  },
  { about: 'typographic apostrophe', first: 'Sinéad', last: 'O’Connor', top: 'sinead.oconnor' },
  { about: 'Italian apostrophe', first: 'Luca', last: "D'Angelo", domain: 'acme.it', top: 'luca.dangelo' },
  {
    about: 'Arabic article in Latin',
    first: 'Ahmed',
    last: 'Al-Rashid',
    first8: 'ahmed.alrashid ahmed.rashid ahmed.al-rashid',
  },
  { about: 'article as a word', first: 'Omar', last: 'El Sayed', first8: 'omar.elsayed omar.sayed' },
  // Latin letters with diacritics
  {
    about: 'German umlauts in Germany',
    first: 'Jürgen',
    last: 'Müller',
    domain: 'acme.de',
    top: 'juergen.mueller',
    first8: 'jurgen.muller jmueller',
    not: 'jurgen.mueller',
  },
  {
    about: 'German umlauts elsewhere',
    first: 'Jürgen',
    last: 'Müller',
    domain: 'acme.com',
    top: 'jurgen.muller',
    first8: 'juergen.mueller',
  },
  { about: 'sharp s', first: 'Jens', last: 'Weiß', domain: 'acme.de', top: 'jens.weiss' },
  { about: 'Swedish', first: 'Åsa', last: 'Öberg', domain: 'acme.se', top: 'asa.oberg' },
  { about: 'Danish', first: 'Søren', last: 'Bøgh', domain: 'acme.dk', first8: 'soren.bogh soeren.boegh' },
  { about: 'Turkish', first: 'İbrahim', last: 'Yıldız', domain: 'acme.com.tr', top: 'ibrahim.yildiz' },
  { about: 'Turkish with umlaut', first: 'Gökçe', last: 'Şahin', top: 'gokce.sahin', not: 'goekce.sahin' },
  { about: 'Polish', first: 'Łukasz', last: 'Wójcik', top: 'lukasz.wojcik' },
  { about: 'Czech', first: 'Jiří', last: 'Dvořák', top: 'jiri.dvorak' },
  { about: 'Icelandic', first: 'Þór', last: 'Guðmundsson', top: 'thor.gudmundsson' },
  { about: 'Vietnamese', first: 'Đức', last: 'Nguyễn', top: 'duc.nguyen' },
  { about: 'decomposed letters', first: 'Jose\u0301', last: 'Nu\u0301n\u0303ez', top: 'jose.nunez' },
  { about: 'full-width letters', first: 'Ｊｏｈｎ', last: 'Ｓｍｉｔｈ', top: 'john.smith' },
  // non-Latin scripts
  {
    about: 'Chinese',
    first: '小明',
    last: '王',
    domain: 'acme.cn',
    top: 'xiaoming.wang',
    first8: 'xwang xmwang wangxiaoming',
    first20: 'wangxm',
  },
  { about: 'Chinese in one field', first: '王小明', last: '', top: 'xiaoming.wang' },
  { about: 'Chinese compound surname', first: '欧阳娜娜', last: '', top: 'nana.ouyang' },
  { about: 'Chinese surname with a special reading', first: '庆红', last: '曾', top: 'qinghong.zeng' },
  { about: 'Korean', first: '민수', last: '김', top: 'minsu.kim' },
  { about: 'Korean in one field', first: '박지성', last: '', first8: 'jiseong.park' },
  {
    about: 'Russian',
    first: 'Дмитрий',
    last: 'Иванов',
    domain: 'acme.ru',
    first8: 'dmitry.ivanov dmitriy.ivanov dmitri.ivanov divanov',
  },
  { about: 'Russian feminine', first: 'Юлия', last: 'Соколова', top: 'yulia.sokolova' },
  { about: 'Russian with patronymic', first: 'Иван Петрович', last: 'Щукин', top: 'ivan.shchukin' },
  { about: 'Ukrainian', first: 'Андрій', last: 'Шевченко', first8: 'andrii.shevchenko andriy.shevchenko' },
  {
    about: 'Arabic',
    first: 'محمد',
    last: 'العربي',
    domain: 'acme.ae',
    first8: 'mohamed.alarabi mohammed.alarabi malarabi',
  },
  { about: 'Arabic with vowel marks', first: 'أَحْمَد', last: 'حسن', top: 'ahmed.hassan' },
  { about: 'unknown Arabic name', first: 'قسورة', last: 'علي', first8: 'ali' },
  { about: 'Greek', first: 'Γιώργος', last: 'Παπαδόπουλος', top: 'giorgos.papadopoulos' },
];

it.each(CASES)('$about: $first $last', ({ first, last, domain, top, first8, first20, not }) => {
  const twenty = rankCandidates({ first, last }, { domain: domain ?? 'acme.com', limit: 20 }).map(
    ({ localPart }) => localPart,
  );
  if (top) expect(twenty[0]).toBe(top);
  for (const localPart of first8?.split(' ') ?? []) expect(twenty.slice(0, 8)).toContain(localPart);
  for (const localPart of first20?.split(' ') ?? []) expect(twenty).toContain(localPart);
  if (not) expect(twenty).not.toContain(not);
});
