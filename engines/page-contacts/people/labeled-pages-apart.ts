import type { LabeledPage } from './labeled-pages.ts';

/** Pages that were labeled before the reader was written, and weren't run until it was done. One of them changed it. */
export const LABELED_PAGES_APART: LabeledPage[] = [
  {
    about: 'CA, JSON-LD graph of people',
    url: 'https://maple-dental.ca/',
    html: `<script type="application/ld+json">{"@graph":[{"@type":"Dentist","name":"Maple Dental"},{"@type":"Person","givenName":"Erin","familyName":"Tremblay","jobTitle":"Office Manager","worksFor":{"@type":"Dentist","name":"Maple Dental"},"email":"erin@maple-dental.ca"}]}</script>`,
    people: [{ name: 'Erin Tremblay', title: 'Office Manager', email: 'erin@maple-dental.ca' }],
  },
  {
    about: 'AT, cards whose address comes before the name',
    url: 'https://tischlerei-moser.at/team',
    html: `<html lang="de-AT"><div><a href="mailto:moser@tischlerei-moser.at">E-Mail</a><h3>Franz Moser</h3><p>Inhaber</p></div><div><a href="mailto:gruber@tischlerei-moser.at">E-Mail</a><h3>Lisa Gruber</h3><p>Buchhaltung</p></div></html>`,
    people: [
      { name: 'Franz Moser', title: 'Inhaber', email: 'moser@tischlerei-moser.at' },
      { name: 'Lisa Gruber', title: 'Buchhaltung', email: 'gruber@tischlerei-moser.at' },
    ],
  },
  {
    about: 'SE, list of contacts with phones',
    url: 'https://fjallbygg.se/kontakt',
    html: `<html lang="sv"><ul><li><strong>Erik Lindqvist</strong><br>VD<br><a href="tel:+46812345678">08-123 456 78</a></li><li><strong>Maja Berg</strong><br>Projektledare<br><a href="mailto:maja.berg@fjallbygg.se">maja.berg@fjallbygg.se</a></li></ul></html>`,
    people: [
      { name: 'Erik Lindqvist', title: 'VD', phone: '+46812345678' },
      { name: 'Maja Berg', title: 'Projektledare', email: 'maja.berg@fjallbygg.se' },
    ],
  },
  {
    about: 'BR, cards with profile links',
    url: 'https://solverde.com.br/time',
    html: `<html lang="pt-BR"><div><h3>Rafael Souza</h3><p>Diretor comercial</p><a href="https://www.linkedin.com/in/rafael-souza-sv">in</a></div><div><h3>Camila Rocha</h3><p>Gerente de vendas</p><a href="mailto:camila.rocha@solverde.com.br">e-mail</a></div></html>`,
    people: [
      {
        name: 'Rafael Souza',
        title: 'Diretor comercial',
        profile: 'https://www.linkedin.com/in/rafael-souza-sv',
      },
      { name: 'Camila Rocha', title: 'Gerente de vendas', email: 'camila.rocha@solverde.com.br' },
    ],
  },
  {
    about: 'US, table with the email first',
    url: 'https://oakcounty-realty.com/agents',
    html: `<table><tr><td><a href="mailto:bfoster@oakcounty-realty.com">bfoster@oakcounty-realty.com</a></td><td>Brian Foster</td><td>Broker</td></tr><tr><td><a href="mailto:nlopez@oakcounty-realty.com">nlopez@oakcounty-realty.com</a></td><td>Nina Lopez</td><td>Sales Manager</td></tr></table>`,
    people: [
      { name: 'Brian Foster', title: 'Broker', email: 'bfoster@oakcounty-realty.com' },
      { name: 'Nina Lopez', title: 'Sales Manager', email: 'nlopez@oakcounty-realty.com' },
    ],
  },
  {
    about: 'UK, products and places that look like names',
    url: 'https://stonegate-interiors.co.uk/',
    html: `<html lang="en-GB"><h3>Victoria Station</h3><p>Sales Manager wanted</p><a href="mailto:jobs@stonegate-interiors.co.uk">Apply</a><h3>Charlotte Sofa</h3><p>Design award</p><a href="tel:+442079460000">Call us</a><h3>Milton Keynes</h3><p>Director’s choice</p><a href="mailto:milton@stonegate-interiors.co.uk">Ask</a></html>`,
    people: [],
  },
  {
    about: 'DE, legal notice that names a representative',
    url: 'https://www.mueller-soehne.de/impressum',
    html: `<html lang="de"><p>Müller &amp; Söhne GmbH<br>Hauptstraße 5<br>80331 München</p><p>Geschäftsführer: Peter Müller</p><p>E-Mail: <a href="mailto:info@mueller-soehne.de">info@mueller-soehne.de</a></p></html>`,
    people: [],
  },
  {
    about: 'IE, microdata with a profile',
    url: 'https://liffey-software.ie/people',
    html: `<html lang="en-IE"><section itemscope itemtype="http://schema.org/Person"><h2 itemprop="name">Aoife Byrne</h2><p itemprop="jobTitle">Chief Technology Officer</p><a itemprop="sameAs" href="https://www.linkedin.com/in/aoifebyrne">LinkedIn</a></section></html>`,
    people: [
      {
        name: 'Aoife Byrne',
        title: 'Chief Technology Officer',
        profile: 'https://www.linkedin.com/in/aoifebyrne',
      },
    ],
  },
  {
    about: 'US, a quote of a customer next to a salesperson',
    url: 'https://corvex.com/contact',
    html: `<div><p>“They answered in an hour.”</p><p>Helen Park</p><p>Director, Bright Foods</p></div><div><h3>Sam Turner</h3><p>Account Executive</p><a href="mailto:sam.turner@corvex.com">sam.turner@corvex.com</a></div>`,
    people: [{ name: 'Sam Turner', title: 'Account Executive', email: 'sam.turner@corvex.com' }],
  },
  {
    about: 'CZ, h-card without a job',
    url: 'https://kovar.cz/',
    html: `<html lang="cs"><p class="vcard"><span class="fn">Petr Novák</span> <a class="email" href="mailto:novak@kovar.cz">novak@kovar.cz</a></p></html>`,
    people: [{ name: 'Petr Novák', email: 'novak@kovar.cz' }],
  },
  {
    about: 'US, links to articles with their authors',
    url: 'https://growthnotes.com/blog',
    html: `<article><h3>How to sell</h3><p>By Amy Chen</p><p>Marketing Manager at Foo</p><a href="https://www.linkedin.com/in/amychen">Share</a></article>`,
    people: [],
  },
  {
    about: 'FI, a card with two people and one address',
    url: 'https://puutalo.fi/yhteys',
    html: `<html lang="fi"><div><h3>Mikko Virtanen</h3><h3>Laura Nieminen</h3><p>Myyntipäällikkö</p><a href="mailto:myynti@puutalo.fi">myynti@puutalo.fi</a></div></html>`,
    people: [],
  },
];
