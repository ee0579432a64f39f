/**
 * What companies count beside their contacts, as a pattern in small letters: branches, people, years, hours. No rooms and
 * departments: they stand after extensions, too.
 */
export const COUNTED_WORDS: string = [
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
