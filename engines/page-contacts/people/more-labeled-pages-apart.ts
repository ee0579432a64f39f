import type { LabeledPage } from './labeled-pages.ts';

/** Those of MORE_LABELED_PAGES that were kept apart. The reader was changed once because of them, after the first run. */
export const MORE_LABELED_PAGES_APART: LabeledPage[] = [
  {
    about: 'CA, people in French with extensions',
    url: 'https://cabinet-gagnon.ca/equipe',
    html: `<html lang="fr-CA"><div><strong>Isabelle Gagnon</strong><br>Associée principale<br>514 555-0142, poste 201<br><a href="mailto:igagnon@cabinet-gagnon.ca">igagnon@cabinet-gagnon.ca</a></div>
      <div><strong>Luc Tremblay</strong><br>Avocat<br>514 555-0142, poste 204<br><a href="mailto:ltremblay@cabinet-gagnon.ca">ltremblay@cabinet-gagnon.ca</a></div></html>`,
    people: [
      { name: 'Isabelle Gagnon', title: 'Associée principale', email: 'igagnon@cabinet-gagnon.ca' },
      { name: 'Luc Tremblay', title: 'Avocat', email: 'ltremblay@cabinet-gagnon.ca' },
    ],
  },
  {
    about: 'TR, cards with phones and personal mailboxes',
    url: 'https://bogazmimarlik.com.tr/ekibimiz',
    html: `<html lang="tr"><div><h3>Ayşe Yılmaz</h3><p>Genel Müdür</p><p><a href="tel:+902125550101">0212 555 01 01</a></p><p><a href="mailto:ayse.yilmaz@bogazmimarlik.com.tr">ayse.yilmaz@bogazmimarlik.com.tr</a></p></div>
      <div><h3>Mehmet Demir</h3><p>Satış Uzmanı</p><p><a href="tel:+902125550102">0212 555 01 02</a></p><p><a href="mailto:mehmet.demir@bogazmimarlik.com.tr">mehmet.demir@bogazmimarlik.com.tr</a></p></div></html>`,
    people: [
      {
        name: 'Ayşe Yılmaz',
        title: 'Genel Müdür',
        email: 'ayse.yilmaz@bogazmimarlik.com.tr',
        phone: '+902125550101',
      },
      {
        name: 'Mehmet Demir',
        title: 'Satış Uzmanı',
        email: 'mehmet.demir@bogazmimarlik.com.tr',
        phone: '+902125550102',
      },
    ],
  },
  {
    about: 'NZ, vets with biographies and one mailbox of the practice',
    url: 'https://kauri-vets.co.nz/meet-the-team',
    html: `<html lang="en-NZ"><h2>Meet the team</h2><h3>Hannah Te Whata</h3><p>Veterinarian</p><p>Hannah grew up near Whangārei and loves large animals.</p><h3>Joe Wills</h3><p>Practice Manager</p><p>Joe keeps us running.</p><p>Book: <a href="mailto:hello@kauri-vets.co.nz">hello@kauri-vets.co.nz</a> or <a href="tel:+6495550143">09 555 0143</a></p></html>`,
    people: [],
  },
  {
    about: 'RO, JSON-LD person with the employer as an organization',
    url: 'https://transilvania-soft.ro/despre',
    html: `<html lang="ro"><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Transilvania Soft"},{"@type":"Person","name":"Andrei Popescu","jobTitle":"Director general","email":"andrei.popescu@transilvania-soft.ro","worksFor":{"@type":"Organization","name":"Transilvania Soft"}}]}</script><h1>Despre noi</h1></html>`,
    people: [
      {
        name: 'Andrei Popescu',
        title: 'Director general',
        email: 'andrei.popescu@transilvania-soft.ro',
      },
    ],
  },
  {
    about: 'SG, press contact of an agency beside the own spokesperson',
    url: 'https://lionshipping.sg/media',
    html: `<html lang="en-SG"><h2>Media contacts</h2><p><b>Grace Tan</b><br>Head of Communications, Lion Shipping<br><a href="mailto:grace.tan@lionshipping.sg">grace.tan@lionshipping.sg</a></p>
      <p><b>Daniel Koh</b><br>Account Director, Merlion PR<br><a href="mailto:daniel@merlionpr.sg">daniel@merlionpr.sg</a></p></html>`,
    people: [
      {
        name: 'Grace Tan',
        title: 'Head of Communications, Lion Shipping',
        email: 'grace.tan@lionshipping.sg',
      },
    ],
  },
  {
    about: 'SK, contacts of branches with a person each',
    url: 'https://tatrastroj.sk/kontakt',
    html: `<html lang="sk"><h3>Pobočka Žilina</h3><p>Ján Horváth, vedúci pobočky</p><p>Tel.: +421 41 555 01 01</p><p><a href="mailto:horvath@tatrastroj.sk">horvath@tatrastroj.sk</a></p>
      <h3>Pobočka Košice</h3><p>Eva Kráľová, obchodná manažérka</p><p>Tel.: +421 55 555 01 02</p><p><a href="mailto:kralova@tatrastroj.sk">kralova@tatrastroj.sk</a></p></html>`,
    missed: ['Ján Horváth', 'Eva Kráľová: phone'],
    people: [
      {
        name: 'Ján Horváth',
        title: 'vedúci pobočky',
        email: 'horvath@tatrastroj.sk',
        phone: '+421415550101',
      },
      {
        name: 'Eva Kráľová',
        title: 'obchodná manažérka',
        email: 'kralova@tatrastroj.sk',
        phone: '+421555550102',
      },
    ],
  },
  {
    about: 'AR, board of an association without contacts',
    url: 'https://camara-vinos.org.ar/autoridades',
    html: `<html lang="es-AR"><h2>Comisión directiva</h2><p>Presidente: Martín Aguirre</p><p>Vicepresidente: Sofía Quiroga</p><p>Tesorero: Pablo Ledesma</p><p>Contacto: <a href="mailto:secretaria@camara-vinos.org.ar">secretaria@camara-vinos.org.ar</a></p></html>`,
    people: [],
  },
  {
    about: 'US, wedding vendors: a directory of other companies',
    url: 'https://lakeside-weddings.com/vendors',
    html: `<h2>Preferred vendors</h2><div><h4>Emily Stone</h4><p>Photographer</p><a href="mailto:emily@emilystonephoto.com">emily@emilystonephoto.com</a></div>
      <div><h4>Marcus Bell</h4><p>Florist</p><a href="mailto:marcus@bellflowers.com">marcus@bellflowers.com</a></div><footer><a href="mailto:events@lakeside-weddings.com">events@lakeside-weddings.com</a></footer>`,
    people: [],
  },
  {
    about: 'JP, names in Latin letters on the English page',
    url: 'https://sakura-trading.co.jp/en/company',
    html: `<html lang="en"><table><tr><th>President</th><td>Kenji Nakamura</td></tr><tr><th>Established</th><td>1987</td></tr><tr><th>Overseas Sales</th><td>Yuki Mori, Sales Manager<br><a href="mailto:y.mori@sakura-trading.co.jp">y.mori@sakura-trading.co.jp</a></td></tr></table></html>`,
    people: [{ name: 'Yuki Mori', title: 'Sales Manager', email: 'y.mori@sakura-trading.co.jp' }],
  },
  {
    about: 'UK, university staff with titles and personal pages',
    url: 'https://www.marchfield.ac.uk/history/staff',
    html: `<html lang="en-GB"><ul><li><a href="/staff/p-hartley">Professor Penelope Hartley</a> <span>Head of Department</span> <a href="mailto:p.hartley@marchfield.ac.uk">p.hartley@marchfield.ac.uk</a> <a href="tel:+441632960011">01632 960011</a></li>
      <li><a href="/staff/d-okafor">Dr David Okafor</a> <span>Senior Lecturer</span> <a href="mailto:d.okafor@marchfield.ac.uk">d.okafor@marchfield.ac.uk</a> <a href="tel:+441632960012">01632 960012</a></li></ul></html>`,
    missed: ['Professor Penelope Hartley', 'Dr David Okafor'],
    people: [
      {
        name: 'Professor Penelope Hartley',
        title: 'Head of Department',
        email: 'p.hartley@marchfield.ac.uk',
        phone: '+441632960011',
      },
      {
        name: 'Dr David Okafor',
        title: 'Senior Lecturer',
        email: 'd.okafor@marchfield.ac.uk',
        phone: '+441632960012',
      },
    ],
  },
];
