import { expect, test } from 'vitest';
import { extractPage } from './extract-page.ts';
import { isSiteCredit } from './site-credit.ts';

test.each([
  'Website by Pixel Agency, ',
  'Site by ',
  'Designed & developed by Pixel Ltd (',
  'Powered by pixel.io ',
  'Technische Umsetzung: Pixel GmbH, ',
  'Realisierung durch Pixel: ',
  'Création du site : Agence Pixel – ',
  'Site réalisé par Pixel ',
  'Desenvolvido por Agência Pixel ',
  'Diseño web: Pixel ',
  'Realizzato da Pixel srl ',
  'Website door Pixel ',
  'Realizacja: Pixel ',
  'Site door Pixel – ',
  'Website by Pixel | ',
  'Sito: Studio Pixel – ',
  'website: Pixel Computer Guy, ',
  'Web: Pixel Design, tel. ',
])('detects the credit "%s"', (text) =>
  expect(isSiteCredit(`Contact us\n${text}`, text.length + 11)).toBe(true),
);

test.each([
  'Designed by our own team, ',
  'Website by Pixel\n',
  'Contact: Anna. Website by Pixel | ',
  'Site : www.acme.com, ',
  'Site : Paris Nord, ',
  'Website by Pixel. Call us: ',
  'Contact: ',
  'Our website: ',
  'Website: acme.com, ',
  'Web: Kontaktformular, Tel. ',
  'Website: Click Here, Tel: ',
  'Sito: Studio Dentistico Acme, tel. ',
  'Web: WWW.ACME.COM, tel. ',
  'Sito web: www.acme.it, tel. ',
  'The building was made with care ',
])('does not treat "%s" as a credit', (text) => expect(isSiteCredit(text, text.length)).toBe(false));

test("drops the maker's email and phone if the site has its own", () => {
  const own = '<p>info@acme.com, (212) 563-1234</p>';
  const makers = '<p>Website by Pixel, hello@pixel.io, (312) 563-1234</p>';
  const linked =
    '<p>Design by <a href="mailto:hello@pixel.io">Pixel</a> <a href="tel:+13125631234">call</a></p>';
  for (const credit of [makers, linked])
    expect(extractPage(own + credit, 'https://acme.com/')).toMatchObject({
      emails: [{ value: 'info@acme.com' }],
      phones: [{ value: '+12125631234' }],
    });
  expect(extractPage(makers, 'https://acme.com/')).toMatchObject({
    emails: [{ value: 'hello@pixel.io' }],
    phones: [{ value: '+13125631234' }],
  });
  expect(extractPage('<p>Website by us: hello@acme.com</p>', 'https://acme.com/').emails).toHaveLength(1);
});
