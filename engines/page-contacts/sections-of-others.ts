import { lastUpTo, type PageSource, withoutMarks } from './html/page-source.ts';

/** Headings over the contacts of others, as a whole. */
const HEADING = new RegExp(
  String.raw`^\W*(?:${[
    `(?:other )?(?:useful|helpful|important|local|emergency|external) (?:numbers|contacts|phone numbers|telephone numbers|links|resources|services|businesses|information)`,
    `where to (?:stay|eat)|(?:nearby|local|recommended) (?:hotels|accommodation|lodging|attractions|restaurants|places)|(?:things to do|places to stay|hotels|lodging)(?: nearby)?|in the area|around (?:us|here)`,
    String.raw`(?:our )?(?:partners?|sponsors?|supporters|stockists|dealers|distributors|retailers|suppliers|friends|exhibitors|vendors)(?: (?:and|&) \p{L}+)?|(?:partners?|sponsors?)(?: hotels?)?`,
    `(?:wichtige|nützliche) (?:telefon)?(?:nummern|adressen|links|kontakte)|notruf(?:e|nummern)?|(?:behörden und )?notfälle|partner(?:betriebe|hotels|firmen)?|sponsoren|unsere (?:partner|sponsoren)|(?:unterkünfte|hotels|ausflugsziele)(?: in der (?:nähe|umgebung))?|in der umgebung|händler(?:verzeichnis)?|bezugsquellen|links`,
    `numéros (?:utiles|d['’]urgence)|(?:adresses|liens|contacts) utiles|(?:nos )?(?:partenaires|sponsors|revendeurs|exposants)|où (?:dormir|manger)|hébergements? à proximité|à proximité|aux alentours`,
    `tel[ée]fonos (?:de interés|útiles|de emergencia)|enlaces(?: de interés)?|(?:nuestros )?(?:colaboradores|patrocinadores|distribuidores)|dónde (?:dormir|comer)|alojamientos? cercanos?|en los alrededores`,
    `numeri (?:utili|di emergenza)|nei dintorni|(?:i nostri )?(?:partner|sponsor|rivenditori)|dove (?:dormire|mangiare)|link utili`,
    `(?:nuttige|belangrijke) (?:nummers|adressen|links|telefoonnummers)|(?:onze )?(?:partners|sponsors|dealers|verkooppunten)|in de (?:buurt|omgeving)|overnachten`,
    `(?:przydatne|ważne) (?:numery|telefony|linki|adresy)(?: telefonów)?|(?:nasi )?(?:partnerzy|sponsorzy|dystrybutorzy)|w okolicy|noclegi`,
    `(?:números|telefones|contactos|contatos) (?:úteis|de emergência)|(?:nossos )?(?:parceiros|patrocinadores|revendedores)|onde (?:ficar|dormir|comer)`,
    `(?:důležitá|užitečná) (?:telefonní )?čísla|partneři|sponzoři|v okolí|(?:nyttiga|viktiga) (?:nummer|telefonnummer|länkar)|(?:våra )?(?:partners|sponsorer|återförsäljare)|(?:nyttige|vigtige) (?:numre|telefonnumre|links)|forhandlere`,
  ].join('|')})\W*$`,
  'iu',
);
const MAX_HEADING_CHARS = 60;

/** Finds the parts of a page that are about others: below a heading such as "Useful numbers" or "Partners". */
export class SectionsOfOthers {
  readonly #source: Pick<PageSource, 'text' | 'headings'>;
  /** whether each heading is one of these, by its place */
  readonly #known = new Map<number, boolean>();

  constructor(source: Pick<PageSource, 'text' | 'headings'>) {
    this.#source = source;
  }

  /** Whether an offset is below such a heading, or below a smaller one there. */
  has(index: number): boolean {
    const { headings } = this.#source;
    let level = Number.POSITIVE_INFINITY;
    for (let at = lastUpTo(headings, (heading) => heading.index, index); at >= 0 && level > 1; at -= 1) {
      const heading = headings[at]!;
      if (heading.level >= level) continue;
      if (this.#isOfOthers(at)) return true;
      level = heading.level;
    }
    return false;
  }

  #isOfOthers(at: number): boolean {
    let known = this.#known.get(at);
    if (known === undefined) {
      const { text, headings } = this.#source;
      const { index } = headings[at]!;
      const [title = ''] = text.slice(index, index + MAX_HEADING_CHARS + 1).split('\n');
      known = title.length <= MAX_HEADING_CHARS && HEADING.test(withoutMarks(title));
      this.#known.set(at, known);
    }
    return known;
  }
}
