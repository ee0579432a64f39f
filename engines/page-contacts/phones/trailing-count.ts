import type { DigitGroup } from './digit-runs.ts';

const MIN_DIGITS_BEFORE = 6;
const MAX_COUNT_DIGITS = 4;
const AFTER_CHARS = 24;
/** What is counted beside a phone. No rooms and departments: they stand after extensions, too. */
const COUNTED = [
  'filial(?:en?|er|i|es)|filiais|standorte|niederlassungen|gesch[äa]fte|läden|märkte|häuser|mitarbeiter(?:innen)?|mitarbeitende|angestellte|fahrzeuge|jahren?|tagen?|wochen|monate|stunden|leitungen|kunden|bewertungen|sprachen',
  'locations|branches|stores|shops|offices|clinics|showrooms|depots|employees|staff|people|drivers|engineers|technicians|doctors|lawyers|agents|trucks|vans|cars|vehicles|h|std|hours|days|weeks|years|lines|customers|clients|reviews|languages|countries|cities',
  'magasins|boutiques|agences|succursales|bureaux|employés|salariés|collaborateurs|personnes|véhicules|ans|années|jours|heures|lignes|avis',
  'sucursales|tiendas|talleres|oficinas|sedes|delegaciones|clínicas|locales|empleados|trabajadores|personas|vehículos|años|días|horas|líneas|clientes',
  'negozi|sedi|agenzie|punti vendita|dipendenti|addetti|collaboratori|persone|veicoli|anni|giorni|ore|linee|clienti',
  'winkels|vestigingen|locaties|kantoren|medewerkers|werknemers|personen|voertuigen|jaar|dagen|uur|klanten',
  'lojas|unidades|agências|funcionários|colaboradores|pessoas|veículos|anos|dias',
  'sklep(?:y|ów)|oddział(?:y|ów)|placówek|placówki|pracowników|osób|lata?|dni|godzin',
  'butiker|butikk?er|anställda|ansatte|medarbetare|medarbejdere|bilar|biler|år|dagar|dage[rn]?|timmar|timer',
  'myymälää|toimipistettä|työntekijää|vuotta|päivää|tuntia',
  'poboček|pobočky|prodejen|prodejny|zaměstnanců|let|dní|hodin',
].join('|');
const COUNTED_AFTER = new RegExp(String.raw`^[ \ue000]?(?:${COUNTED})(?![\p{L}\d-])`, 'iu');

/**
 * The group that counts something after a number, if it ends the run: `089 2345610 - 19 Filialen`, `0761 23456 (3 Standorte)`. The
 * number of groups if none does. `2345610-19` is a range or an extension.
 */
export function countStart(groups: readonly DigitGroup[], text: string): number {
  const none = groups.length;
  const last = groups[none - 1]!;
  if (none < 2 || last.plus || last.digits.length > MAX_COUNT_DIGITS || !isApart(last)) return none;
  if (!COUNTED_AFTER.test(text.slice(last.end, last.end + AFTER_CHARS))) return none;
  const before = groups.slice(0, -1).reduce((sum, { digits }) => sum + digits.length, 0);
  const callingCode = groups[0]!.plus ? 2 : 0;
  return before < MIN_DIGITS_BEFORE + callingCode ? none : none - 1;
}

/** After a dash, slash or bullet with a space on both sides, or a bracket. */
function isApart({ before }: DigitGroup): boolean {
  return /[\s\ue000][–—‐‑‒−/•·-][\s\ue000]|\(/.test(before);
}
