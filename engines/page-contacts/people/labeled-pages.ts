/** A person that a labeled page shows. Absent: the page doesn't say it. */
export interface LabeledPerson {
  name: string;
  title?: string;
  email?: string;
  phone?: string;
  profile?: string;
}

/** A page and everyone on it who works there and can be contacted. */
export interface LabeledPage {
  about: string;
  url: string;
  html: string;
  people: LabeledPerson[];
  /** whom, or which value of whom ("Jane Miller: phone"), the reader doesn't find. Default: none */
  missed?: string[];
}

/** Pages to write the reader with. The others are in labeled-pages-apart.ts. */
export const LABELED_PAGES: LabeledPage[] = [
  {
    about: 'US, JSON-LD employees of an organization',
    url: 'https://summit-law.com/',
    html: `<html lang="en"><script type="application/ld+json">{"@context":"https://schema.org","@type":"LegalService","name":"Summit Law","employee":[
      {"@type":"Person","name":"Karen Whitfield","jobTitle":"Managing Partner","email":"mailto:kwhitfield@summit-law.com","telephone":"+1 208-343-7700"},
      {"@type":"Person","name":"Luis Ortega","jobTitle":"Associate","sameAs":["https://www.linkedin.com/in/luis-ortega-law"]}]}</script><h1>Summit Law</h1></html>`,
    people: [
      {
        name: 'Karen Whitfield',
        title: 'Managing Partner',
        email: 'kwhitfield@summit-law.com',
        phone: '+12083437700',
      },
      { name: 'Luis Ortega', title: 'Associate', profile: 'https://www.linkedin.com/in/luis-ortega-law' },
    ],
  },
  {
    about: 'US, JSON-LD authors of reviews and an article',
    url: 'https://blueheroninn.com/',
    html: `<script type="application/ld+json">{"@type":"Hotel","name":"Blue Heron Inn","review":{"@type":"Review","author":{"@type":"Person","name":"Dana Price","email":"dana@mail.example"}}}</script>
      <script type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Tom Reed","url":"https://tomreed.example"}}</script><p>Welcome</p>`,
    people: [],
  },
  {
    about: 'DE, cards with name, job, phone and email',
    url: 'https://www.nordlicht-logistik.de/team',
    html: `<html lang="de"><h1>Unser Team</h1><div class="card"><img alt=""><h3>Dr. Sabine Köhler</h3><p>Geschäftsführerin</p><p><a href="tel:+4940123450">+49 40 123450</a></p><a href="mailto:s.koehler@nordlicht-logistik.de">s.koehler@nordlicht-logistik.de</a></div>
      <div class="card"><h3>Jan Petersen</h3><p>Leiter Vertrieb</p><a href="mailto:j.petersen@nordlicht-logistik.de">E-Mail</a></div>
      <div class="card"><h3>Zentrale</h3><p>Empfang</p><a href="mailto:info@nordlicht-logistik.de">info@nordlicht-logistik.de</a></div></html>`,
    people: [
      {
        name: 'Dr. Sabine Köhler',
        title: 'Geschäftsführerin',
        email: 's.koehler@nordlicht-logistik.de',
        phone: '+4940123450',
      },
      { name: 'Jan Petersen', title: 'Leiter Vertrieb', email: 'j.petersen@nordlicht-logistik.de' },
    ],
  },
  {
    about: 'UK, table of staff',
    url: 'https://harrow-joinery.co.uk/contact',
    html: `<html lang="en-GB"><table><tr><th>Name</th><th>Role</th><th>Email</th></tr>
      <tr><td>Oliver Grant</td><td>Workshop Manager</td><td><a href="mailto:oliver@harrow-joinery.co.uk">oliver@harrow-joinery.co.uk</a></td></tr>
      <tr><td>Priya Nair</td><td>Accounts Director</td><td><a href="mailto:priya@harrow-joinery.co.uk">priya@harrow-joinery.co.uk</a></td></tr>
      <tr><td>Front Desk</td><td>Reception</td><td><a href="mailto:office@harrow-joinery.co.uk">office@harrow-joinery.co.uk</a></td></tr></table></html>`,
    people: [
      { name: 'Oliver Grant', title: 'Workshop Manager', email: 'oliver@harrow-joinery.co.uk' },
      { name: 'Priya Nair', title: 'Accounts Director', email: 'priya@harrow-joinery.co.uk' },
    ],
  },
  {
    about: 'FR, cards with profile links',
    url: 'https://atelier-roussel.fr/equipe',
    html: `<html lang="fr"><ul><li><h4>Claire Dubois</h4><span>Directrice générale</span><br><a href="https://www.linkedin.com/in/claire-dubois-42">LinkedIn</a></li>
      <li><h4>Marc Lefèvre</h4><span>Responsable commercial</span><br><a href="https://www.linkedin.com/in/marclefevre">LinkedIn</a></li></ul>
      <footer><a href="https://www.linkedin.com/company/atelier-roussel">LinkedIn</a></footer></html>`,
    people: [
      {
        name: 'Claire Dubois',
        title: 'Directrice générale',
        profile: 'https://www.linkedin.com/in/claire-dubois-42',
      },
      {
        name: 'Marc Lefèvre',
        title: 'Responsable commercial',
        profile: 'https://www.linkedin.com/in/marclefevre',
      },
    ],
  },
  {
    about: 'US, testimonials of customers beside the address of the company',
    url: 'https://acme-crm.com/',
    html: `<blockquote>Great tool.</blockquote><p>Jessica Moore</p><p>CEO, Bright Foods</p><blockquote>Saves hours.</blockquote><p>Alan Wu</p><p>Sales Manager, Corvex</p><p><a href="mailto:hello@acme-crm.com">hello@acme-crm.com</a></p>`,
    people: [],
  },
  {
    about: 'ES, h-card',
    url: 'https://clinicavega.es/equipo',
    html: `<html lang="es"><div class="h-card"><span class="p-name">María José Vega</span> <span class="p-job-title">Directora médica</span> <a class="u-email" href="mailto:mj.vega@clinicavega.es">Correo</a></div></html>`,
    people: [{ name: 'María José Vega', title: 'Directora médica', email: 'mj.vega@clinicavega.es' }],
  },
  {
    about: 'AU, microdata',
    url: 'https://bondisurfschool.com.au/coaches',
    html: `<html lang="en-AU"><div itemscope itemtype="https://schema.org/Person"><b itemprop="name">Liam Hughes</b><i itemprop="jobTitle">Head Coach</i><a itemprop="email" href="mailto:liam@bondisurfschool.com.au">Email Liam</a></div></html>`,
    people: [{ name: 'Liam Hughes', title: 'Head Coach', email: 'liam@bondisurfschool.com.au' }],
  },
  {
    about: 'IT, departments only',
    url: 'https://ferramenta-bruni.it/contatti',
    html: `<html lang="it"><h3>Ufficio Commerciale</h3><p>Responsabile vendite</p><a href="mailto:vendite@ferramenta-bruni.it">vendite@ferramenta-bruni.it</a><h3>Via Roma</h3><p>Sede</p><a href="mailto:info@ferramenta-bruni.it">info@ferramenta-bruni.it</a></html>`,
    people: [],
  },
  {
    about: 'US, biographies in which others are named',
    url: 'https://peakadvisors.com/team',
    html: `<div><h3>Rachel Stein</h3><p>Chief Financial Officer</p><p>Rachel worked with David Kim at Harbor Bank before she joined us.</p><a href="mailto:rstein@peakadvisors.com">Email</a></div>`,
    people: [{ name: 'Rachel Stein', title: 'Chief Financial Officer', email: 'rstein@peakadvisors.com' }],
  },
  {
    about: 'PL, name and job in one line',
    url: 'https://drewmax.pl/kontakt',
    html: `<html lang="pl"><p>Anna Kowalska, Dyrektor handlowy<br><a href="mailto:a.kowalska@drewmax.pl">a.kowalska@drewmax.pl</a></p></html>`,
    people: [{ name: 'Anna Kowalska', title: 'Dyrektor handlowy', email: 'a.kowalska@drewmax.pl' }],
  },
  {
    about: 'NL, a shared address on each card',
    url: 'https://bakkerij-devries.nl/team',
    html: `<html lang="nl"><div><h3>Sanne de Vries</h3><p>Eigenaar</p><a href="mailto:info@bakkerij-devries.nl">info@bakkerij-devries.nl</a></div><div><h3>Tim Jansen</h3><p>Manager</p><a href="mailto:info@bakkerij-devries.nl">info@bakkerij-devries.nl</a></div></html>`,
    people: [],
  },
];
