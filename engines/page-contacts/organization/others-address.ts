import { isBuilding, isStreetByWord, isSuite } from './address-parts.ts';
import { asName, fitsSite, isOtherScript, type NameHints, SMALL_WORDS } from './company-name.ts';
import { legalForm } from './legal-forms.ts';

/** How surely the words before an address name someone else. The start of its line may name the company by its legal name. */
export type OtherName = 'sure' | 'likely';

const LABEL = /^[^:,]{2,40}:\s/u;
const LEAD_CHARS = 200;
const MAX_LIST_WORDS = 12;
const AROUND_CHARS = 80;
/** `Acme & Sons, of 12 Main St` */
const NAME_OF_PLACE =
  /^(?<name>\p{Lu}[\p{L}\p{N}&.'’-]*(?: (?:\p{Lu}[\p{L}\p{N}.'’-]*|&|and|of|the))+),? (?:of|at|in)$/u;
/** Small words that rarely start a phrase after a verb. */
const INNER_WORD =
  /^(?:of|and|the|de|du|des|del|della|delle|degli|dei|di|da|do|dos|das|la|le|les|los|las|el|et|y|e|und|van|von|och|og)$/u;
const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}&.'’/-]*|\d{1,3}|&)`;
/** A name at the end of a sentence, after a word in small letters, perhaps with its legal form or a comma. */
const NAME_IN_SENTENCE = new RegExp(
  String.raw`(?:^|[\s"“„«(])(?<before>\p{Ll}[\p{L}'’]*|(?:At|In|With|Through|From|By|Via|Chez|Bei|Beim|Im|Presso|En|Em|Hos)),?[\s"“„«]+(?<name>\p{Lu}[\p{L}\p{M}\p{N}&.'’-]*(?:,? (?:(?:${SMALL_WORDS}) ){0,2}(?:${NAME_WORD}|\([^()\n]{2,30}\)))*)["”“»]?,?(?: (?:of|at|in|à|en|in|bij|bei|te|w|v|i))?$`,
  'u',
);
/** A place of the company's own. */
const OUR_PLACE = String.raw`(?:our|unser\p{L}{0,2}|notre|nos|nuestr[oa]s?|nostr[oaie]|onze|ons|vår[at]?|vores|våra|nasz\p{L}{0,3}|naš\p{L}{0,2}|nosso?s?|nossas?) (?:\p{L}+ ){0,2}(?:offices?|premises|showrooms?|workshops?|studios?|shops?|stores?|clinics?|practice|warehouse|factory|headquarters|geschäft|laden|ladengeschäft|büro|werkstatt|werk|praxis|atelier|magasin|boutique|bureaux?|usine|cabinet|tienda|taller|oficinas?|f[áa]brica|negozio|laboratorio|sede|ufficio|winkel|kantoor|werkplaats|butik|kontor|verkstad|værksted|loja|escrit[óo]rio|sklep\p{L}*|biur\p{L}*)|(?:vastaanotto|toimisto|toimitila|myymälä|liike|studio|verstas)\p{L}{0,3}(?:ni|mme)`;
/** The company itself or a place of its own comes after these words. */
const OWN_WORDS = new RegExp(
  String.raw`(?<!\p{L})(?:${OUR_PLACE}|(?:sent|addressed|write|writing|mail(?:ed)?) to us|we are|wir sind|nous sommes|somos|siamo|wij zijn|(?:located|based|situated|headquartered) (?:in|at)|registered office(?: is)?(?: at)?|(?:owned|operated|run|published|provided|managed|maintained) (?:and \p{L}+ )?by|trading as|trad(?:e|ing) (?:name|style) of|a (?:brand|division|trademark) of|controller(?: is)?|seller(?: is)?|operator(?: is)?|between you and|betrieben (?:von|durch)|betreiber(?:in)?(?: ist)?|verantwortlich\p{L}*(?: stelle)?[^.]{0,40}(?: ist)?|herausgeber(?: ist)?|anbieter(?: ist)?|inhaber(?:in)?|verkäufer(?:in)?(?: ist)?|vertragspartner(?: ist)?|édité par|exploité par|propriété de|éditeur(?: est)?|à l['’]attention d[eu']|a la atención de|all['’]attenzione di|responsable d[eu][^.]{0,40} est|propiedad de|titular(?: es)?|responsable[^.]{0,40} es|vendedora?(?: es)?|gestionad[ao] por|operad[ao] por|gestito da|di proprietà di|titolare[^.]{0,40}(?: è)?|venditore(?: è)?|eigendom van|beheerd door|uitgegeven door|verantwoordelijke(?: is)?|verkoper(?: is)?|propriedade d[aeo]|administrator\p{L}*[^.]{0,40}(?: jest)?|sprzedawc\p{L}+(?: jest)?|prowadzon\p{L}+ (?:jest )?przez|provozovatel\p{L}*(?: je)?|prodávající\p{L}*(?: je)?|správc\p{L}+(?: je)?|drivs av|ägs av|drives af|ejes af|drives av|personuppgiftsansvarig(?: är)?|dataansvarlig(?: er)?)(?!\p{L})`,
  'iu',
);
/** The company asks people to come: `Estamos na Travessa do Alambique 17` */
const VISIT = new RegExp(
  String.raw`(?<!\p{L})(?:${OUR_PLACE}|we(?: are|['’]re) (?:on|at|in)|find us|finding us|the (?:ground|clubhouse|club|hall|church|office|shop|studio|school|farm|museum) is|visit us|see us|come (?:and |to )?(?:see|visit)|drop (?:in|by)|stop by|pop in(?:to)?|join us|worship with us|finden sie|besuchen sie uns|nous trouver|vous nous trouverez|retrouvez-nous|venez|estamos|encuéntranos|visítanos|te esperamos|los esperamos|encontre-nos|visite-nos|esperamos por si|ci trov\p{L}+|siamo in|(?:il|per il) navigatore|sat ?nav|fürs navi|vieni a trovarci|bezoek ons|vindt ons|hitta\p{L}* (?:du )?oss|besök oss|find os|besøg os|finner (?:du )?oss|besøk oss|holder til|löydät (?:meidät|minut)?|tule käymään|znajdziesz nas|zapraszamy|odwiedź nas|najdete nás|navštivte nás|nájdete nás|megtalál\p{L}*|várjuk|bizi (?:ziyaret|bul)\p{L}*|ziyaret edin|ne g[ăa]si[țt]i|v[ăa] a[șs]tept[ăa]m|намерете ни|мы находимся|ждём вас|ждем вас|ми знаходимось|чекаємо|μας βρείτε|θα μας βρείτε|σας περιμένουμε|mūs atradīsiet|mus rasite|leiate meid|posjetite nas|posetite nas|obiščite nas)(?!\p{L})[^.!?\n]{0,80}$`,
  'iu',
);
/** Labels of an imprint before the company's name. */
const OWNER_LABEL =
  /(?<!\p{L})(?:(?:dienste)?anbieter(?:in)?|betreiber(?:in)?|herausgeber(?:in)?|medieninhaber(?:in)?|verantwortlich\p{L}*|angaben gemäß|éditeur|titular|responsable|titolare|editore|uitgever|exploitant|vydavatel|provozovatel\p{L}*|prevádzkovateľ|wydawca|administrator|utgivare|utgiver|udgiver|kiadó|üzemeltető|julkaisija|ylläpitäjä|vlasnik|izdavač|владелец|оператор|власник|издател|собственик|εκδότης|ιδιοκτήτης|satıcı|company name|legal name|business name|raz[óo]n social|raz[ãa]o social|raison sociale|ragione sociale)[^:\n]{0,40}[:\t]\s*$/iu;
/** Words of a sentence before the name of the company that owns the site or its brand. */
const OWNED_BY =
  /(?<!\p{L})(?:trad(?:e|ing) (?:name|style) of|(?:brand|division|trademark|business name) of|(?:site|website|shop|store)[^.\n]{0,30} (?:owned|operated|run|published|managed) (?:and \p{L}+ )?by|marke (?:der|von)|édité par|marque (?:de|déposée de)|nombre (?:comercial|de fantasía) de|marca (?:de|registrada de)|marchio di|handelsnaam van|prowadzon\p{L}+ (?:jest )?przez)\s(?:(?:the|der|die|la|el|l['’]|firm[ay]|soci[ée]t[ée]|spółkę|společnost) ?){0,2}$/iu;
/** People and companies that the company speaks of. */
const RELATIONS =
  /(?<!\p{L})(?:member(?: \p{L}+)? of|affiliated with|mitglied (?:im|in|bei|der|des)|membre (?:de|du)|miembro de|socio di|lid van|friends? at|organi[sz]ers?|partners?|neighbou?rs|suppliers?|distributors?|dealers?|stockists?|resellers?|agents?|representatives?|processors?|clients?|customers?|accountants?|auditors?|insurers?|insured (?:by|with)|bank(?:ers)?|partenaires?|fournisseurs?|clients?|socios?|proveedor(?:es)?|clientes?|parceir[oa]s?|fornecedor(?:es)?|fornitor[ei]|clienti|partnern?|lieferant(?:en)?|kunden|leveranciers?|klanten|vertreter|vertegenwoordiger|représentant|representante|rappresentante|sam(?:arbejds|arbeids|arbets)partner\p{L}*|leverand[øo]r\p{L}*|leverantör\p{L}*|forhandler\p{L}*|återförsäljare|partner(?:em|a|ů|ein)|dostawc\p{L}+|dodavatel\p{L}*|yhteistyökumppani\p{L}*)(?!\p{L})/iu;
/** Words of labels that stand before an address without being a name. */
const LABEL_WORDS =
  'address|anschrift|adresse|direcci[óo]n|endere[çc]o|indirizzo|adres|adress|office|head ?quarters|hq|showroom|workshop|warehouse|shop|store|studio|factory|plant|works|branch|location|standort|filiale|büro|werk|lager|laden|werkstatt|zentrale|sitz|si[èe]ge(?: social)?|bureaux?|magasin|atelier|boutique|usine|sede|oficinas?|tienda|taller|f[áa]brica|almac[ée]n|sucursal|matriz|filial|loja|escrit[óo]rio|negozio|ufficio|stabilimento|magazzino|kantoor|winkel|vestiging|werkplaats|fabriek|kontor|butik|butikk|verkstad|værksted|biuro|sklep|siedziba|zak[łl]ad|provozovna|prodejna|sídlo|telephélye?|üzlet|iroda|merkez|fabrika|mağaza|pickup|parking|anfahrt|besucher\\p{L}*|liefer\\p{L}*|post\\p{L}*|visitors?|deliver(?:y|ies)|mail(?:ing)?|physical|street|registered|corporate|main|where|find us|visit us|reach us|contact|kontakt|contacto|contatti|kapcsolat|p\\. ?o\\. ?box';
/** Parts of Turkish addresses. */
const DISTRICT = /(?:^|\s)(?:Mahallesi|Mah\.?|OSB|Bölgesi|Sitesi|Köyü)$/u;
const HAS_LABEL_WORD = new RegExp(
  `^(?:our |the |visit |unser\\p{L}* |notre |nuestr[oa] )|(?<!\\p{L})(?:${LABEL_WORDS})(?!\\p{L})`,
  'iu',
);
const IS_LABEL = new RegExp(`^(?:\\p{L}+ ){0,2}(?:${LABEL_WORDS})(?: \\p{L}+)?$`, 'iu');

/** The person who takes the letters of a Dutch club. */
const PER_ADDRESS = /(?:^|\s)p\/a\s/i;

/** Whether the last words of a text say that the name after it is the company's: `This site is run by `. */
export function leadsToOwner(text: string): boolean {
  return OWNER_LABEL.test(text) || OWNED_BY.test(text);
}

/** `(“Acme”, “we”, “us”)` */
const CALLED_WE =
  /^,?\s*\((?:[^()]{0,80}[\s"“”„«'‘])?(?:we|us|wir|uns|nous|nosotros|noi|wij|nós)["“”»'’]?(?:\)|,|\s(?:or|and|oder|und|ou|o|e|of|en)\s)/i;

/** Whether the words after a company's name say that the text speaks of it as "we". */
export function isCalledWe(text: string): boolean {
  return CALLED_WE.test(text);
}

/** Whether the words before an address, in its sentence, name customers, partners and the like. */
export function speaksOfOthers(text: string): boolean {
  return RELATIONS.test(text);
}

/** Whether the words before an address, in its sentence, say that the company is there. */
export function saysOurs(text: string): boolean {
  const visit = VISIT.exec(text)?.[0];
  return visit !== undefined && !RELATIONS.test(visit);
}

/** Whether the words before an address, in its line, name someone other than the site. Null: they don't. */
export function otherNameBefore(text: string, start: number, hints: NameHints): OtherName | null {
  // `and at Acme, 12 Main St`
  if (
    /^(?:and|or|und|oder|et|ou|y|o|e|en|of|och|og|eller|i|lub|a|nebo)\s/u.test(text.slice(start, start + 7))
  )
    return 'sure';
  const line = text.slice(Math.max(text.lastIndexOf('\n', start - 1) + 1, start - LEAD_CHARS), start);
  const plain = line
    .replaceAll('\t', ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\()\s+/g, '');
  const sentence = plain.slice(Math.max(sentenceStart(plain), afterLastBar(plain)));
  const bracket = bracketName(sentence);
  if (bracket !== null) {
    const isOwn = OWN_WORDS.test(sentence) && !RELATIONS.test(sentence);
    return !isOwn && isOther(bracket, hints, IS_LABEL) ? 'sure' : null;
  }
  const lead = sentence.replace(/[\s,;–—-]+$/u, '');
  const [first = ''] = lead.replace(LABEL, '').split(/,\s|\s[–—|•·-]\s/u, 1);
  if (asName(first) && fitsSite(first, hints)) return null;
  const name = nameInSentence(lead);
  if (name) {
    const around = lead.slice(0, lead.lastIndexOf(name)).slice(-AROUND_CHARS);
    if (OWN_WORDS.test(around) && !RELATIONS.test(around)) return null;
    return isOther(name, hints, IS_LABEL) ? 'sure' : null;
  }
  const ofPlace = NAME_OF_PLACE.exec(lead)?.groups?.name;
  if (ofPlace && isOther(ofPlace, hints, IS_LABEL)) return legalForm(ofPlace) === 'sure' ? 'likely' : 'sure';
  const [cell = ''] = line.split('\t', 1);
  // A row of a table of vendors: `Acme Inc. | Hosting | 12 Main St`
  const hasCellBetween = /\p{L}/u.test(line.slice(cell.length).split('\t').slice(1, -1).join(''));
  if (hasCellBetween && legalForm(cell) === 'sure' && isOther(cell, hints, HAS_LABEL_WORD)) return 'sure';
  if (saysOurs(sentence) || PER_ADDRESS.test(first)) return null;
  const isList = /,\s*$/.test(sentence) && lead.split(' ').length <= MAX_LIST_WORDS;
  if (isList && leadsToOwner(sentence.slice(0, Math.max(0, sentence.indexOf(first))))) return null;
  const isNamed = isList ? first.includes(' ') || legalForm(first) === 'sure' : false;
  return isNamed && isOther(first.replace(/^[\s•·*▪-]+/u, ''), hints, HAS_LABEL_WORD) ? 'likely' : null;
}

/** A name at the end of a sentence. Null: there is none, or the text is a name from its start. */
function nameInSentence(lead: string): string | null {
  const match = NAME_IN_SENTENCE.exec(lead);
  if (!match) return null;
  const { before = '', name = '' } = match.groups!;
  // `Talleres del Norte` is a name from its start.
  const isInName = INNER_WORD.test(before) && /\p{Lu}[\p{L}.’'-]*[ ]$/u.test(lead.slice(0, match.index + 1));
  return isInName ? null : name;
}

/** Where the last sentence of a text starts. Initials and abbreviations end none. */
function sentenceStart(text: string): number {
  let start = 0;
  for (const { index, 0: end } of text.matchAll(/(?<=\p{Ll}{3}|\))[.!?]["”»]?\s+(?=\p{Lu})/gu))
    start = index + end.length;
  return start;
}

/** Where the last item of a line with bars or dots starts, if an address in it follows a name: `© Acme · Member of Foo, `. */
function afterLastBar(text: string): number {
  const bars = [...text.matchAll(/\s[|·•]\s+(?=\p{L})/gu)];
  const last = bars.at(-1);
  return last ? last.index + last[0].length : 0;
}

/** The name in or before a bracket that an address is in: `(Acme Inc., 12 Main St`, `Acme (12 Main St`. Null: it is in none. */
function bracketName(sentence: string): string | null {
  const open = sentence.lastIndexOf('(');
  if (open < 0 || sentence.indexOf(')', open) >= 0) return null;
  const inside = sentence.slice(open + 1).replace(/[\s,;:–-]+$/u, '');
  if (inside !== '' && !/^lieu-dit /i.test(inside)) return inside;
  // `Harbour Inn (9 Wharf Street); Tern Motel (`, `the sawmill Bosquain (lieu-dit La Croix, `
  const before = sentence
    .slice(0, open)
    .split(/[;,:]\s|\)\s/)
    .at(-1)!
    .trim();
  return nameInSentence(before) ?? before;
}

/** Whether a text is the name of someone, and not a label or that of the site. */
function isOther(text: string, hints: NameHints, label: RegExp): boolean {
  const name = asName(text.replace(/[,\s]+$/u, ''));
  if (!name || hints.domains.size === 0 || isOtherScript(name) || fitsSite(name, hints)) return false;
  if (legalForm(name) === 'sure') return true;
  if (/\d/.test(name) && (isStreetByWord(name) || isSuite(name))) return false;
  if (DISTRICT.test(name)) return false;
  return !label.test(name) && !isBuilding(name) && /\p{L}{3}/u.test(name);
}
