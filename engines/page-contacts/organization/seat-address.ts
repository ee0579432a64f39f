import type { CountryCode } from 'libphonenumber-js/max';
import { matchesOf } from '../matches-of.ts';
import type { PostalAddress } from './postal-address.ts';

const STREET_WORD =
  'Via|Viale|V\\.le|Piazza|P\\.zza|Piazzale|Corso|C\\.so|Largo|Vicolo|Contrada|C\\.da|Strada|Localit[àa]|Loc\\.|Calle|C/|Avenida|Avda\\.?|Av\\.|Plaza|Pza\\.?|Paseo|Pº|Carretera|Ctra\\.?|Camino|Ronda|Rambla';
/** `con sede legale in Sarno (SA), alla Via Ingegno 12, CAP 84087`: contracts and imprints name the city first. */
const SEAT = new RegExp(
  String.raw`(?:[Ss]ede(?: legale| sociale| operativa)?(?: ed? \p{Ll}+){0,2}|[Dd]omicilio(?: social| fiscal)?) (?:in|a|en) (?<city>\p{Lu}[\p{L}’' -]{1,40}?)(?: \((?<region>\p{Lu}[\p{L} ]{1,20})\))?,? (?:(?:alla|al|in|presso|en)(?: la)? )?(?<street>(?:${STREET_WORD})\s[^,;\n]{2,50}(?:, ?(?:n\.? ?|nº ?|núm\. ?|num\. ?)?(?:\d{1,4}|s/n|snc)[^,;\n–-]{0,12})?)\s?[,–-]+ ?(?:CAP|C\. ?P\.?|CP|[Cc][óo]digo postal)?:? ?(?<code>\d{5})(?![\d ]*(?:\d|[–-] ?\p{Lu}|\p{Lu}\p{L}))`,
  'gu',
);
const COUNTRIES: readonly CountryCode[] = ['IT', 'ES'];

/** The addresses of Italian and Spanish texts that name the city before the street, and the postal code last. `likely`: the countries of the page. */
export function findSeatAddresses(text: string, likely: readonly CountryCode[]): PostalAddress[] {
  const country = likely.find((code) => COUNTRIES.includes(code));
  if (!country) return [];
  return [...matchesOf(SEAT, text)].map(({ index, 0: written, groups = {} }) => {
    const start = index + written.indexOf(groups.city!);
    const end = index + written.length;
    return {
      street: groups.street!.trim(),
      postalCode: groups.code!,
      city: groups.city!.trim(),
      region: groups.region ?? null,
      country,
      written: text.slice(start, end),
      start,
      end,
      nameBefore: null,
    };
  });
}
