/** Words of company names by the countries of their language, the most likely first. */
const WORDS: Readonly<Record<string, string>> = {
  'DE AT CH':
    'und bau immobilien gartenbau backerei baeckerei handel handels werke stiftung verlag technik maschinenbau spedition versicherung versicherungen sohne soehne gebruder gebrueder apotheke kanzlei steuerberatung autohaus elektro gesellschaft stadtwerke druckerei schreinerei tischlerei metzgerei brauerei reisen beratung dienstleistungen werbung',
  'NL BE':
    'bouw bouwbedrijf bakkerij groep diensten vastgoed zonen schoonmaak advies drukkerij verzekeringen uitzendbureau',
  'SE FI':
    'bygg konsult och akeri fastigheter forsakring bageri snickeri elektriska maskin verkstad redovisning',
  'NO DK': 'og bygg konsult rederi byg entreprenor eiendom ejendomme bageri tomrer regnskap',
  FI: 'rakennus kiinteistot palvelut ja oy',
  'FR BE':
    'boulangerie conseil et fils freres societe energie transports assurances cabinet immobilier batiment maison menuiserie imprimerie etablissements ets les des',
  'ES MX AR':
    'transportes hermanos hijos servicios construcciones panaderia inmobiliaria bodegas seguros asesores y energias distribuciones',
  IT: 'fratelli figli costruzioni vini e studio officine pasticceria assicurazioni immobiliare trasporti industria grafica',
  PL: 'uslugi budownictwo przedsiebiorstwo zaklad druk fabryka firma hurtownia nieruchomosci biuro',
  'PT BR': 'irmaos comercio servicos construcoes padaria imobiliaria seguros filhos transportadora industria',
  'CZ SK': 'stavby sluzby obchod pekarna reality',
  HU: 'kereskedelmi szolgaltato epito es',
  RO: 'constructii si servicii imobiliare',
  TR: 've insaat gida tekstil sanayi ticaret',
};
const COUNTRIES_OF = new Map<string, string[]>();
for (const [countries, words] of Object.entries(WORDS))
  for (const word of words.split(' '))
    COUNTRIES_OF.set(word, [...(COUNTRIES_OF.get(word) ?? []), ...countries.split(' ')]);

/** Countries whose language the words of a name are in, the most likely first; empty if the words don't tell. */
export function languageCountries(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words)
    for (const code of COUNTRIES_OF.get(word) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code);
}
