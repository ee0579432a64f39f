import type { LabeledPage } from './labeled-pages.ts';

/** Team pages of more countries and layouts. The others are in more-labeled-pages-apart.ts. */
export const MORE_LABELED_PAGES: LabeledPage[] = [
  {
    about: 'CH, definition lists with direct numbers',
    url: 'https://www.alpenbau-luzern.ch/team',
    html: `<html lang="de-CH"><h1>Team</h1><dl><dt>Urs Amstutz</dt><dd>Geschäftsführer</dd><dd>Direkt: <a href="tel:+41412201110">041 220 11 10</a></dd><dd><a href="mailto:urs.amstutz@alpenbau-luzern.ch">urs.amstutz@alpenbau-luzern.ch</a></dd>
      <dt>Nadine Zgraggen</dt><dd>Leiterin Administration</dd><dd>Direkt: <a href="tel:+41412201112">041 220 11 12</a></dd><dd><a href="mailto:nadine.zgraggen@alpenbau-luzern.ch">nadine.zgraggen@alpenbau-luzern.ch</a></dd></dl></html>`,
    people: [
      {
        name: 'Urs Amstutz',
        title: 'Geschäftsführer',
        email: 'urs.amstutz@alpenbau-luzern.ch',
        phone: '+41412201110',
      },
      {
        name: 'Nadine Zgraggen',
        title: 'Leiterin Administration',
        email: 'nadine.zgraggen@alpenbau-luzern.ch',
        phone: '+41412201112',
      },
    ],
  },
  {
    about: 'NO, cards with the job above the name',
    url: 'https://fjordregnskap.no/ansatte',
    html: `<html lang="nb"><div class="ansatt"><span>Daglig leder</span><h3>Ingrid Haugen</h3><a href="mailto:ingrid@fjordregnskap.no">ingrid@fjordregnskap.no</a></div>
      <div class="ansatt"><span>Regnskapsfører</span><h3>Ola Bakke</h3><a href="mailto:ola@fjordregnskap.no">ola@fjordregnskap.no</a></div></html>`,
    missed: ['Ingrid Haugen', 'Ola Bakke'],
    people: [
      { name: 'Ingrid Haugen', title: 'Daglig leder', email: 'ingrid@fjordregnskap.no' },
      { name: 'Ola Bakke', title: 'Regnskapsfører', email: 'ola@fjordregnskap.no' },
    ],
  },
  {
    about: 'DK, table with initials as mailboxes',
    url: 'https://havnens-smede.dk/medarbejdere',
    html: `<html lang="da"><table><tr><td>Søren Kjær</td><td>Direktør</td><td>Tlf. 33 12 34 56</td><td><a href="mailto:sk@havnens-smede.dk">sk@havnens-smede.dk</a></td></tr>
      <tr><td>Mette Lund</td><td>Salgschef</td><td>Tlf. 33 12 34 57</td><td><a href="mailto:ml@havnens-smede.dk">ml@havnens-smede.dk</a></td></tr></table></html>`,
    missed: ['Søren Kjær', 'Mette Lund'],
    people: [
      { name: 'Søren Kjær', title: 'Direktør', email: 'sk@havnens-smede.dk' },
      { name: 'Mette Lund', title: 'Salgschef', email: 'ml@havnens-smede.dk' },
    ],
  },
  {
    about: 'HU, family name first',
    url: 'https://dunahaz.hu/csapatunk',
    html: `<html lang="hu"><div><h4>Kovács László</h4><p>ügyvezető igazgató</p><p><a href="mailto:kovacs.laszlo@dunahaz.hu">kovacs.laszlo@dunahaz.hu</a></p></div>
      <div><h4>Nagy Eszter</h4><p>irodavezető</p><p><a href="mailto:nagy.eszter@dunahaz.hu">nagy.eszter@dunahaz.hu</a></p></div></html>`,
    missed: ['Nagy Eszter'],
    people: [
      { name: 'Kovács László', title: 'ügyvezető igazgató', email: 'kovacs.laszlo@dunahaz.hu' },
      { name: 'Nagy Eszter', title: 'irodavezető', email: 'nagy.eszter@dunahaz.hu' },
    ],
  },
  {
    about: 'PT, doctors with specialties and one number of the clinic',
    url: 'https://clinicaribeira.pt/equipa',
    html: `<html lang="pt-PT"><div><h3>Dra. Marta Figueiredo</h3><p>Médica dentista</p></div><div><h3>Dr. Rui Tavares</h3><p>Médico dentista</p></div>
      <footer>Marcações: <a href="tel:+351222005500">222 005 500</a> <a href="mailto:geral@clinicaribeira.pt">geral@clinicaribeira.pt</a></footer></html>`,
    people: [],
  },
  {
    about: 'IN, cards with LinkedIn icons and a biography between',
    url: 'https://deccan-analytics.in/leadership',
    html: `<html lang="en-IN"><section><img alt="Anjali Deshpande"><h3>Anjali Deshpande</h3><h5>Co-Founder &amp; CEO</h5><p>Anjali has fifteen years of experience in retail analytics and holds a degree of IIT Bombay.</p><a href="https://www.linkedin.com/in/anjali-deshpande-a1b2"><i class="icon"></i></a></section>
      <section><img alt="Vikram Rao"><h3>Vikram Rao</h3><h5>Head of Engineering</h5><p>Vikram leads a team of forty engineers.</p><a href="https://www.linkedin.com/in/vikramrao"><i class="icon"></i></a></section></html>`,
    people: [
      {
        name: 'Anjali Deshpande',
        title: 'Co-Founder & CEO',
        profile: 'https://www.linkedin.com/in/anjali-deshpande-a1b2',
      },
      { name: 'Vikram Rao', title: 'Head of Engineering', profile: 'https://www.linkedin.com/in/vikramrao' },
    ],
  },
  {
    about: 'ZA, partners of a law firm in a list of links',
    url: 'https://mokoena-botha.co.za/our-people',
    html: `<html lang="en-ZA"><ul><li><a href="/people/thabo-mokoena">Thabo Mokoena</a> – Senior Partner – <a href="mailto:thabo@mokoena-botha.co.za">thabo@mokoena-botha.co.za</a></li>
      <li><a href="/people/elise-botha">Elise Botha</a> – Partner – <a href="mailto:elise@mokoena-botha.co.za">elise@mokoena-botha.co.za</a></li></ul></html>`,
    people: [
      { name: 'Thabo Mokoena', title: 'Senior Partner', email: 'thabo@mokoena-botha.co.za' },
      { name: 'Elise Botha', title: 'Partner', email: 'elise@mokoena-botha.co.za' },
    ],
  },
  {
    about: 'BE, references with contact persons of customers',
    url: 'https://groenwerken-peeters.be/referenties',
    html: `<html lang="nl-BE"><h2>Referenties</h2><div><h4>Gemeente Zoersel</h4><p>Contactpersoon: An Wouters, directeur</p></div><div><h4>Kasteel Renesse</h4><p>Bart Maes</p><p>Zaakvoerder Maes Catering</p><a href="https://www.maescatering.be">www.maescatering.be</a></div>
      <p>Meer weten? <a href="mailto:info@groenwerken-peeters.be">info@groenwerken-peeters.be</a></p></html>`,
    people: [],
  },
  {
    about: 'MX, sales advisors with WhatsApp numbers',
    url: 'https://inmobiliariacoyoacan.mx/asesores',
    html: `<html lang="es-MX"><article><h3>Lucía Hernández</h3><p>Asesora comercial</p><a href="https://wa.me/525512345678">WhatsApp</a><a href="mailto:lucia.hernandez@inmobiliariacoyoacan.mx">Correo</a></article>
      <article><h3>Jorge Salinas</h3><p>Gerente de ventas</p><a href="https://wa.me/525587654321">WhatsApp</a><a href="mailto:jorge.salinas@inmobiliariacoyoacan.mx">Correo</a></article></html>`,
    people: [
      {
        name: 'Lucía Hernández',
        title: 'Asesora comercial',
        email: 'lucia.hernandez@inmobiliariacoyoacan.mx',
      },
      { name: 'Jorge Salinas', title: 'Gerente de ventas', email: 'jorge.salinas@inmobiliariacoyoacan.mx' },
    ],
  },
  {
    about: 'GR, names in Greek letters with Latin mailboxes',
    url: 'https://aigaio-travel.gr/omada',
    html: `<html lang="el"><div><h3>Γιώργος Παππάς</h3><p>Διευθυντής</p><a href="mailto:g.pappas@aigaio-travel.gr">g.pappas@aigaio-travel.gr</a></div></html>`,
    missed: ['Γιώργος Παππάς'],
    people: [{ name: 'Γιώργος Παππάς', title: 'Διευθυντής', email: 'g.pappas@aigaio-travel.gr' }],
  },
];
