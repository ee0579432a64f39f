import { describe, expect, test } from 'vitest';
import { pageAddress } from './test-page-address.ts';

function numbers(html: string, host: string, lang: string, path = ''): string {
  return pageAddress(html, { host, path, lang, fields: ['registration_number', 'vat_number'] });
}

describe('of several numbers, those of the company are taken', () => {
  test.each([
    [
      'and not those of a debtor in the text',
      'novotny.cz',
      'cs',
      '<table><tr><td>Dlužník<td>Pekárny Lípa a.s.<tr><td>IČO<td>27194000<tr><td>DIČ<td>CZ27194000</table><div>Novotny advokáti s.r.o.<br>IČO: 07841000 | DIČ: CZ07841000</div>',
      '07841000 | CZ07841000',
    ],
    [
      'of a limited partnership in part A of the German register, and not that of its general partner',
      'dornkamp.de/impressum',
      'de',
      '<p>Dornkamp GmbH &amp; Co. KG<br>Am Kanal 23<br>48477 Hörstel<p>Handelsregister HRA 20417<p>Persönlich haftende Gesellschafterin:<br>Dornkamp Verwaltungs-GmbH, Hörstel<br>HRB 31588',
      'HRA 20417 | -',
    ],
    [
      'below another form of the name of the company that the text calls “we”',
      'rota.co.uk',
      'en',
      '<p>Rota is run by Quayside Labs Limited (“we”).<p>Hosting by Cloud Ltd, VAT no. GB 123 4567 89<p>Quayside Labs Ltd, VAT no. GB 340 7397 96',
      '- | GB340739796',
    ],
    [
      'and not that of a dealer above',
      'acme.pl',
      'pl',
      '<p>Salon Dom Sp. z o.o.<br>ul. Długa 8, 30-415 Kraków<br>NIP 646-218-00-07</p><footer>Fabryka Acme Sp. z o.o.<br>NIP: 785-143-00-27</footer>',
      '- | 785-143-00-27',
    ],
    [
      'and not those in the same line as another name',
      'acme.pt',
      'pt',
      '<ul><li>Azeites do Monte, S.A. — Rua do Poço 8, 7830-341 Serpa, NIPC 503841000</ul><p>Acme Restauração, Lda. | NIF 514829000',
      '- | 514829000',
    ],
    [
      'below a name that shares a word with that of the site, in another script, too',
      'elia.gr',
      'el',
      '<script type="application/ld+json">{"@type":"Organization","name":"Ελαιώνας Μήτρου"}</script><p>Λάδι Νότου Α.Ε. – ΑΦΜ 099000000<p>ΑΦΟΙ ΜΗΤΡΟΥ Α.Ε. – ΑΦΜ 099000461',
      '- | 099000461',
    ],
    [
      'beside a name in Hebrew that the page has given',
      'shen.co.il',
      'he',
      '<p>מעבדה אורתו בע"מ, ח.פ. 516200000</p><footer>© שן רפואת שיניים בע"מ, ח.פ. 514800000</footer>',
      '514800000 | -',
    ],
    [
      'although the words before them are those of an authority',
      'acme.ch',
      'de',
      '<p>Aufsichtsbehörde: Eidgenössische Kommission, Bern. Acme AG, UID CHE-114.000.529',
      'CHE-114.000.529 | -',
    ],
  ])('%s', (_, host, lang, html, expected) => {
    expect(numbers(html, host, lang)).toBe(expected);
  });

  test('and an industrial estate isn’t another company', () => {
    const html =
      '<p>Acme Joinery Limited. Reg. Office: Unit 16, Carn Brea Ind. Est., Redruth TR15 3QY. VAT No. 232 2129 52';
    expect(numbers(html, 'acme.co.uk', 'en', 'terms')).toBe('- | 232212952');
  });

  test('and a tax ID in JSON-LD is no register number, if the text has it as the VAT number', () => {
    const data = { '@type': 'Organization', name: 'Acme', taxID: 'LNC180322QT4' };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script><p>Acme, RFC: LNC180322QT4`;
    expect(numbers(html, 'acme.mx', 'es')).toBe('- | LNC180322QT4');
  });
});

describe('no number is taken', () => {
  test('of companies that a directory lists', () => {
    const html =
      '<title>Plumbers | Acme</title><p>Acme</p><div>Safi Pipes Ltd<br>Moi Avenue, Nairobi<br>PIN P051738000K</div><div>Karen Pumps Ltd<br>Ngong Road, Nairobi<br>PIN P051739000K</div>';
    expect(numbers(html, 'acme.co.ke', 'en', 'plumbers')).toBe('- | -');
  });

  test('below the name, street and city of a dealer', () => {
    const html =
      '<title>Händler - Acme</title><p>Baustoffe Rist GmbH<br>Klosterstraße 9<br>72793 Pfullingen<br>USt-IdNr. DE275193000</p><p>Bauzentrum Zeller eG<br>Hauptstraße 104<br>72525 Münsingen</p>';
    expect(numbers(html, 'acme.de', 'de')).toBe('- | -');
  });

  test('of a sister company', () => {
    const html =
      '<p>Acme Pumps Pvt. Ltd.<p>Our sister concern: Shree Castings (GSTIN 27AAGCS7315P1ZR), Pune.';
    expect(numbers(html, 'acme.in', 'en', 'about')).toBe('- | -');
  });

  test('in the same line as the name of another company', () => {
    const html = '<p>Safi Pipes Ltd, PIN P051738000K</p><footer>© Acme Ltd</footer>';
    expect(numbers(html, 'acme.co.ke', 'en', 'contact')).toBe('- | -');
  });
});

test.each([
  ['registrikood 14372000', '14372000 | -'],
  ['įmonės kodas 304827000', '304827000 | -'],
  ['Įm. kodas 304827000', '304827000 | -'],
  ['vienotais reģ. nr. 40103862000', '40103862000 | -'],
  ['PVN reģ. nr. LV40103862000', '- | LV40103862000'],
  ['kt. 540715-0000', '540715-0000 | -'],
  ['Y-tunnus on 2748163-3', '2748163-3 | -'],
  ['cégjegyzékszám: 07-09-028000', '07-09-028000 | -'],
  ['CAC/IT/NO 48271', '48271 | -'],
  ['Tomo 612, Folio 84, Hoja HU-11473', 'HU-11473 | -'],
  ['org.nr 556012-5790, momsreg.nr SE556012579001', '556012-5790 | SE556012579001'],
  ['GST/HST registration: 80512 3347 RT0001', '- | 805123347RT0001'],
])('reads %s', (text, expected) => {
  expect(numbers(`<p>Acme<p>${text}`, 'acme.com', 'en')).toBe(expected);
});
