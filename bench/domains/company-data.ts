/** Where companies are, and how they are called there. */
export interface Region {
  country: string;
  endings: readonly string[];
  forms: readonly string[];
  trades: readonly string[];
  share: number;
}

export const REGIONS: readonly Region[] = [
  {
    country: 'DE',
    endings: ['de'],
    forms: ['GmbH', 'GmbH & Co. KG', 'AG', 'UG (haftungsbeschränkt)', 'e.K.'],
    trades: ['Logistik', 'Maschinenbau', 'Gartenbau', 'Immobilien', 'Software', 'Bäckerei'],
    share: 0.2,
  },
  {
    country: 'GB',
    endings: ['co.uk'],
    forms: ['Ltd', 'Limited', 'PLC', 'LLP'],
    trades: ['Logistics', 'Construction', 'Consulting', 'Software', 'Travel', 'Insurance'],
    share: 0.12,
  },
  {
    country: 'US',
    endings: ['com'],
    forms: ['Inc.', 'LLC', 'Corp.', 'Corporation'],
    trades: ['Software', 'Analytics', 'Insurance', 'Roofing', 'Dental', 'Marketing'],
    share: 0.14,
  },
  {
    country: 'FR',
    endings: ['fr'],
    forms: ['SARL', 'SAS', 'S.A.'],
    trades: ['Transport', 'Boulangerie', 'Conseil', 'Energie', 'Textile'],
    share: 0.08,
  },
  {
    country: 'NL',
    endings: ['nl'],
    forms: ['B.V.', 'BV', 'N.V.'],
    trades: ['Transport', 'Bouw', 'Software', 'Bakkerij'],
    share: 0.06,
  },
  {
    country: 'SE',
    endings: ['se'],
    forms: ['AB', 'Aktiebolag'],
    trades: ['Logistik', 'Bygg', 'Konsult', 'Energi'],
    share: 0.05,
  },
  {
    country: 'ES',
    endings: ['es'],
    forms: ['S.L.', 'S.A.', 'SLU'],
    trades: ['Transportes', 'Energia', 'Moda', 'Hotel'],
    share: 0.05,
  },
  {
    country: 'PL',
    endings: ['pl'],
    forms: ['Sp. z o.o.', 'S.A.'],
    trades: ['Transport', 'Druk', 'Energia'],
    share: 0.04,
  },
  {
    country: 'IT',
    endings: ['it'],
    forms: ['S.r.l.', 'S.p.A.'],
    trades: ['Logistica', 'Vini', 'Moda'],
    share: 0.04,
  },
  {
    country: 'AU',
    endings: ['com.au'],
    forms: ['Pty Ltd'],
    trades: ['Plumbing', 'Travel', 'Mining'],
    share: 0.03,
  },
];
/** The rest are start-ups: one made-up word, no legal form. */
export const STARTS =
  'bran cal dor el far gal hal in jor kel lum mar nor or pel quor ras sol tan ul ver wex yar zen brim cast drift fenn glim hark kest lark mist nest'.split(
    ' ',
  );
export const MIDDLES = 'a e i o u an en in on un al el il ol ar er or is os ad em'.split(' ');
export const ENDS =
  'ta ro via nix ly do mer sa vo ket ling ford wick stad lund hof berg ware field mont quist'.split(' ');
export const LINKS = ['&', 'und', 'and', '+'];
export const TRADE_WORDS: Readonly<Record<string, string>> = {
  food: 'bakery bread restaurant coffee',
  logistics: 'freight transport shipping cargo',
  software: 'software cloud platform data',
  garden: 'garden flowers landscaping plants',
  money: 'insurance finance banking investments',
  building: 'construction roofing plumbing builders',
  travel: 'hotel travel tours resort',
  clothes: 'fashion clothing textile shoes',
  energy: 'solar energy power electric',
  machines: 'machinery engineering metal tools',
};
export const TRADE_KINDS: readonly (readonly [RegExp, string])[] = [
  [/logist|transport/i, 'logistics'],
  [/software|analytics/i, 'software'],
  [/garten/i, 'garden'],
  [/insurance|conseil|consult|konsult/i, 'money'],
  [/b(?:ä|o)ck|bakk|boul|vini/i, 'food'],
  [/constr|bouw|bygg|roof|plumb|immob/i, 'building'],
  [/travel|hotel/i, 'travel'],
  [/moda|textile/i, 'clothes'],
  [/energi|solar/i, 'energy'],
];
