import { describe, expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';

/** The emails and phones of a page of garten-wolf.de. */
function contacts(html: string): string[] {
  const page = extractPage(html, 'https://www.garten-wolf.de/impressum', { now: () => 0 });
  return [...page.emails, ...page.phones, ...page.faxes, ...page.unplacedPhones].map(({ value }) => value);
}

const OWN = '<p>Garten Wolf<br>Tel. 0211 8765432<br>info@garten-wolf.de</p>';
const OWN_VALUES = ['info@garten-wolf.de', '+492118765432'];

describe('contacts of others', () => {
  test.each([
    [
      'an authority',
      '<h3>Aufsichtsbehörde</h3><p>Amt für Pflanzenschutz<br>Tel. 0221 334455<br>post@amt-pflanzen.de</p>',
    ],
    [
      'a data protection authority',
      '<p>Information Commissioner, Wilmslow. Phone +44 303 123 1113, casework@ico.org.uk</p>',
    ],
    ['a hoster', '<h3>Hosting</h3><p>Serverhaus GmbH<br>Tel. 0431 556677<br>info@serverhaus.de</p>'],
    ['a hoster on the same line', '<p>Hoster: Serverhaus GmbH, Tel. 0431 556677, info@serverhaus.de</p>'],
    ['a cookie vendor', '<p>Usercentrics GmbH, Tel. 089 5432100, info@usercentrics.com</p>'],
    ['a body for disputes', '<p>Schlichtungsstelle Handel, Tel. 07851 795794, mail@schlichter.de</p>'],
    [
      'an agency over several lines',
      '<h3>Webdesign</h3><p>Nordlicht GmbH<br>Hafenweg 2<br>Fax 0251 3344550<br>hi@nordlicht.de</p>',
    ],
    [
      'a chamber in a table',
      '<h3>Zuständige Kammer</h3><table><tr><td>Name</td><td>Kammer Nord</td></tr><tr><td>Tel.</td><td>0221 334455</td></tr></table>',
    ],
    [
      'a consumer authority',
      '<p>Complaints should be sent to the Texas Department of Savings, Austin. Phone +1 512 475 1350</p>',
    ],
    [
      'an outside officer for data protection',
      '<h3>Externer Datenschutzbeauftragter</h3><p>Datenwacht GmbH<br>Tel. 0931 334455<br>office@datenwacht.de</p>',
    ],
    [
      'an officer with a foreign address only',
      '<p>Delegado de Protección de Datos: Ana Ruiz, Tel. +34 902 877 192, dpd@conversia.es</p>',
    ],
    [
      'a payment service',
      '<h3>Zahlungsdienstleister</h3><p>Zahlfix AG, Tel. 0221 334455, hilfe@zahlfix.de</p>',
    ],
    ['a photographer', '<h3>Fotos</h3><p>Studio Helga Winter, Tel. 0221 334455, foto@helgawinter.at</p>'],
    [
      'a Hungarian hoster',
      '<h3>Tárhelyszolgáltató</h3><p>Gépház Zrt.<br>Tel. +36 1 211 0044<br>info@gephaz.hu</p>',
    ],
    [
      'a Russian maker of sites',
      '<h3>Разработка сайта</h3><p>Веб-студия «Каскад»<br>тел. +7 843 555-66-77<br>info@kaskad-studio.ru</p>',
    ],
    [
      'a stockist beside the only address of its domain',
      '<p>In Köln bei Blumen Kranz, Tel. 0221 334455, laden@blumenkranz.de</p>',
    ],
    ['a venue', '<p>Ort: Stadthalle Hilden, 02103 334455, saal@stadthalle-hilden.de</p>'],
    [
      'a company whose linked name stands before them',
      '<p>Partner: <a href="https://www.holzhaus-nord.de">Holzhaus Nord</a>, Tel. 0221 334455</p>',
    ],
    ['services for emergencies', '<p>Giftnotruf: 0228 19240. Bergwacht 0221 334455</p>'],
    [
      'a Polish authority',
      '<p>Skarga: Prezes Urzędu Ochrony Danych Osobowych, tel. +48 22 531 03 00, kancelaria@uodo.gov.pl</p>',
    ],
    ['a maker before a bar', '<footer>Website by Nordlicht | 0251 3344550</footer>'],
    ['a Greek authority', '<p>Αρχή Προστασίας Δεδομένων, τηλ. +30 210 6475600, contact@dpa-gr.gr</p>'],
  ])('of %s are left out', (_, html) => expect(contacts(OWN + html)).toEqual(OWN_VALUES));

  test.each([
    [
      'a site of a hoster',
      '<nav>Hosting<br>Domains</nav><p>Garten Wolf GmbH<br>Tel. 0211 8765432<br>info@garten-wolf.de</p>',
    ],
    [
      'a site whose name has such a word',
      '<h1>Schlichtungsstelle Garten-Wolf</h1><p>Tel. 0211 8765432<br>info@garten-wolf.de</p>',
    ],
    [
      'its own heading after others',
      '<h3>Hosting</h3><p>Serverhaus GmbH</p><h3>Kontakt</h3><p>Tel. 0211 8765432<br>info@garten-wolf.de</p>',
    ],
    ['such a word without a company', '<h3>Webdesign</h3><p>Tel. 0211 8765432<br>info@garten-wolf.de</p>'],
    [
      'its own officer for data protection',
      '<h3>Datenschutzbeauftragter</h3><p>Max Muster<br>Tel. 0211 8765432<br>info@garten-wolf.de</p>',
    ],
    [
      'a member of a body',
      '<p>Mitglied der Handwerkskammer</p><p>Tel. 0211 8765432</p><p>Montag bis Freitag</p><p>info@garten-wolf.de</p>',
    ],
    [
      'a block after a heading',
      '<p>Beschwerden: Information Commissioner, Wilmslow.</p><h2>Spenden</h2><p>Tel. 0211 8765432<br>info@garten-wolf.de</p>',
    ],
    [
      'its footer, after others',
      '<p>Beschwerden: Information Commissioner, Wilmslow.</p><footer>Tel. 0211 8765432 info@garten-wolf.de</footer>',
    ],
    [
      'a service for everyone that it is itself',
      '<title>Taxi Wolf</title><p>Taxi: 0211 8765432, info@garten-wolf.de</p>',
    ],
    [
      'a sentence that names such a service',
      '<p>Bei Vergiftungen hilft der Giftnotruf, unser Büro sonst: 0211 8765432, info@garten-wolf.de</p>',
    ],
    [
      'a section after that of its partners',
      '<h2>Partner</h2><p>Blumen Kranz</p><h2>Kontakt</h2><p>Tel. 0211 8765432, info@garten-wolf.de</p>',
    ],
    [
      'the footer below its partners',
      '<h2>Partner</h2><p>Blumen Kranz</p><footer>Tel. 0211 8765432, info@garten-wolf.de</footer>',
    ],
    [
      'partners of a law firm',
      '<h2>Partner</h2><h3>Eva Wolf</h3><p>Tel. 0211 8765432</p><p>Fax und Mail</p><p>info@garten-wolf.de</p>',
    ],
    [
      'a page with a link to a booking service',
      '<p><a href="https://www.tischreserve.de/wolf">Tisch reservieren</a>, Tel. 0211 8765432, info@garten-wolf.de</p>',
    ],
    [
      'an imprint that names its court',
      '<p>Amtsgericht Gießen HRB 1234, Tel. 0211 8765432, info@garten-wolf.de</p>',
    ],
    [
      'a page with its profiles',
      '<p><a href="https://www.facebook.com/gartenwolf">Facebook</a>, Tel. 0211 8765432, info@garten-wolf.de</p>',
    ],
    [
      'a page with prices and pictures',
      '<nav>Fotos<br>Texte<br>Design</nav><p>Zahlung per Karte</p><p>Tel. 0211 8765432<br>info@garten-wolf.de</p>',
    ],
  ])('does not take those of %s', (_, html) => expect(contacts(html)).toEqual(OWN_VALUES));

  test.each([
    ['the only ones', '<p>Blumen Kranz, laden@blumenkranz.de</p>', ['laden@blumenkranz.de']],
    [
      'those of a parent company with several addresses',
      `${OWN}<p>Vertrieb: verkauf@gruenland.de</p><p>Lager: lager@gruenland.de</p>`,
      [...OWN_VALUES, 'verkauf@gruenland.de', 'lager@gruenland.de'],
    ],
    [
      'those of a domain that is alike',
      `${OWN}<p>Filiale Hilden: info@gartenwolf-hilden.de</p>`,
      [...OWN_VALUES, 'info@gartenwolf-hilden.de'],
    ],
    ['those of no one', `${OWN}<p>E-Mail: buero@gruenland.de</p>`, [...OWN_VALUES, 'buero@gruenland.de']],
    [
      'those at a free mail service',
      `${OWN}<p>Lena Wolf, lenawolf@gmx.de</p>`,
      [...OWN_VALUES, 'lenawolf@gmx.de'],
    ],
  ])('of another domain stay: %s', (_, html, values) => {
    expect(contacts(html).sort()).toEqual([...values].sort());
  });

  test('are known by the site’s own address, also if it is hidden', () => {
    const own = '<p>Tel. 0211 8765432, info (at) garten-wolf.de</p>';
    expect(contacts(`${own}<p>In Köln bei Blumen Kranz, Tel. 0221 334455, laden@blumenkranz.de</p>`)).toEqual(
      OWN_VALUES,
    );
  });

  test('of a service for everyone count if there is no other, with their faxes', () => {
    expect(contacts('<p>Giftnotruf: 0228 19240</p>')).toEqual(['+4922819240']);
    expect(
      contacts('<h3>Webdesign</h3><p>Nordlicht GmbH<br>Tel. 0251 3344550<br>Fax 0251 3344551</p>'),
    ).toEqual(['+492513344550', '+492513344551']);
  });

  test('of the maker count if there is no other', () => {
    expect(contacts('<h3>Webdesign</h3><p>Nordlicht GmbH<br>hi@nordlicht.de</p>')).toEqual([
      'hi@nordlicht.de',
    ]);
  });
});
