import { isJobOrCompany } from './jobs.ts';

/** What stands before a name in letters and forms, and phrases that end a letter. Caro, Cher, Beste and Til are names. */
const OPENING = new RegExp(
  `^(?:${[
    'z\\.?\\s?h(?:d|dn|änden)(?:\\.|(?!\\p{L}))(?:\\sv(?:on|\\.))?|zu händen(?: von)?|gez\\.|ип(?=\\s)|ppa\\.|sgd\\.|podp\\.',
    'w\\/(?:ro|rt|o)\\.?|c\\s?\\/\\s?o|a\\/c|att(?:ention|n)?\\s?:|att(?:n)?\\.|attn(?!\\p{L})|fao(?=[:\\s])|for the attention of',
    "t\\.\\s?a\\.\\s?v\\.|ter attentie van|à l'attention de|a la atención de|alla c\\.\\s?a\\.|all'attenzione di|aos cuidados de",
    'do rąk|k rukám|(?:best|kind|warm|with kind|with best) (?:regards|wishes)|yours (?:sincerely|truly|faithfully)',
    '(?:mit )?(?:freundlichen|besten|herzlichen|viele|liebe|beste) grü(?:ß|ss)en?|(?:bien )?cordialement,|saludos cordiales',
    'cordiali saluti|distinti saluti|met vriendelijke groeten?|med vänlig(?:a)? hälsning(?:ar)?|med venlig hilsen|med vennlig hilsen',
    'ystävällisin terveisin|z poważaniem|s pozdravem|с уважением|з повагою|με εκτίμηση|saygılarımla',
    '(?:regards|sincerely|cheers|thanks|mfg|vg|lg|atentamente|saludos|atenciosamente|abraços|groeten|pozdrawiam|üdvözlettel),',
    '(?:dear|hello|sehr geehrte[rs]?|estimad[oa]|geachte|kære|уважаем(?:ый|ая))(?=\\s)',
  ].join('|')})[,:]?\\s*(?=\\S)`,
  'iu',
);
/** On behalf of. In capitals, they are the initials of a person. */
const ON_BEHALF = /^(?:i\.\s?[AV]|p\.\s?p|c\.\s?a)\.\s+(?=\p{Lu}\p{L})/u;
/** Mr. and Mrs. Fox */
const COUPLE =
  /^(?:mr|herr|monsieur|m|sr|dhr)\.?\s(?:and|und|et|y|en|&)\s(?=(?:mrs|ms|frau|mme|madame|sra|mevr)(?:\.|\s))/i;
/** Mr. and Miss, which are written without a space. */
const THAI_TITLE = /^(?:นางสาว|นาย)(?=[ก-ฮเ-ไ]\S{2,}\s)/u;
/** What a label says whose words all have capitals, as those of a name have: `Contact Person: Jane Doe`. */
const LABEL_WORD =
  /(?:^|\s)(?:contact|kontakt|name|person\b|ansprech|respons|verantwort|leitung|direct|direkt|vertret|represent|autor|author|geschäft|manag|owner|signed)/i;

/** A text without the opening of a letter, a greeting from its end, or a label: `Best regards, Jane Doe`, `Contact: Jane Doe`. */
export function withoutOpening(text: string): string {
  let rest = withoutLabel(text);
  for (const pattern of [OPENING, ON_BEHALF, COUPLE, THAI_TITLE]) rest = rest.replace(pattern, '');
  return rest;
}

function withoutLabel(text: string): string {
  const at = text.search(/:\s*\p{L}/u);
  if (at <= 0) return text;
  const label = text.slice(0, at).trim();
  const words = label.split(/\s+/);
  const isLabel =
    words.length === 1 ||
    LABEL_WORD.test(label) ||
    words.some((word) => word.length > 3 && word === word.toLowerCase());
  const after = text.slice(at + 1).trim();
  return isLabel || (/^\p{Lu}\S*\s\p{Lu}/u.test(after) && !isJobOrCompany(after)) ? after : label;
}
