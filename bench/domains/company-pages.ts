/** The ten ways in which homepages state their company's name. */
export const STATEMENTS = [
  'title',
  'title-slogan',
  'site-name',
  'json-ld',
  'json-ld-graph',
  'copyright',
  'imprint',
  'logo',
  'heading',
  'text',
] as const;
export type Statement = (typeof STATEMENTS)[number];
export const NEVER_STATED = 'never';

/** Who has a domain that a company's name suggests. */
export type TakenBy =
  | 'for-sale'
  | 'parked'
  | 'default-server'
  | 'login'
  | 'market'
  | 'other-company'
  | 'first-word-namesake'
  | 'trade-namesake'
  | 'foreign-namesake'
  | 'same-name';

interface PageOf {
  core: string;
  domain: string;
  tradeWords: string;
  random: () => number;
}

const SLOGANS = [
  'Quality since 1987',
  'We care about you',
  'Your partner',
  'Built for teams',
  'Simply better',
];
const NAV =
  '<nav><a href="/about">About</a> <a href="/products">Products</a> <a href="/contact">Contact</a></nav>';

/** The homepage of a company that states its name in one way only. */
export function companyPage(
  page: PageOf & { legal: string; country: string },
  statement: Statement | typeof NEVER_STATED,
): string {
  const { core, legal, country, random } = page;
  const slogan = SLOGANS[Math.floor(random() * SLOGANS.length)] ?? '';
  const name = escapeHtml(core);
  const full = escapeHtml(legal);
  const parts = {
    title: slogan,
    head: '',
    logo: '<img src="/logo.png" alt="Logo">',
    heading: slogan,
    body: '',
    footer: '© 2024 All rights reserved',
  };
  switch (statement) {
    case 'title':
      parts.title = name;
      break;
    case 'title-slogan':
      parts.title = random() < 0.5 ? `${name} | ${slogan}` : `${slogan} – ${name}`;
      break;
    case 'site-name':
      parts.head = `<meta property="og:site_name" content="${name}">`;
      break;
    case 'json-ld':
      parts.head = jsonLd({ '@type': 'Organization', name: core, url: `https://${page.domain}/` });
      break;
    case 'json-ld-graph':
      parts.head = jsonLd({
        '@graph': [
          { '@type': 'WebPage', name: slogan },
          {
            '@type': 'Corporation',
            legalName: legal,
            address: { '@type': 'PostalAddress', addressCountry: country },
          },
        ],
      });
      break;
    case 'copyright':
      parts.footer = `Copyright © 2019–2024 ${full}. All rights reserved.`;
      break;
    case 'imprint':
      parts.footer =
        country === 'DE'
          ? `<h4>Impressum</h4><p>${full}</p><p>Hauptstr. 5, 10115 Berlin</p>`
          : `<p>Registered name: ${full}, 5 High Street</p>`;
      break;
    case 'logo':
      parts.logo = `<a class="logo" href="/"><img src="/img/head.png" alt="${name} Logo"></a>`;
      break;
    case 'heading':
      parts.heading = name;
      break;
    case 'text':
      parts.body = `<p>At ${full}, we have been doing this for years.</p>`;
      break;
    default:
  }
  return html(parts, page);
}

/** What another owner has at a domain. */
export function otherPage(page: PageOf, by: TakenBy): { html: string } | { redirect: string } {
  const { core, domain, random } = page;
  const other =
    ['Verdano', 'Quickmart', 'Blue Harbor', 'Old Mill', 'Sandstone'][Math.floor(random() * 5)] ?? '';
  const first = core.split(' ')[0] ?? core;
  const parts = { title: '', head: '', logo: '', heading: '', body: '', footer: '' };
  switch (by) {
    case 'for-sale': {
      const notices = [
        `<title>${domain} is for sale</title><h1>${domain}</h1><p>The domain name ${domain} is for sale. Make an offer on this domain.</p>`,
        `<title>${domain}</title><p>Diese Domain steht zum Verkauf. ${first}</p>`,
        `<title>${domain}</title><h1>${domain} est à vendre</h1><p>Ce nom de domaine est à vendre.</p>`,
        `<title>${first}</title><h1>${first}</h1><p>Buy this domain. Este dominio está a la venta.</p>`,
      ];
      return {
        html: `<!doctype html><html><body>${notices[Math.floor(random() * notices.length)]}</body></html>`,
      };
    }
    case 'parked':
      return {
        html: `<!doctype html><title>${domain}</title><h1>${first}</h1><p>This domain is parked free, courtesy of the registrar.</p><ul><li>Related searches</li><li>Insurance</li></ul>`,
      };
    case 'default-server':
      return {
        html:
          random() < 0.5
            ? '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1><p>If you see this page, the server works.</p>'
            : '<title>Apache2 Ubuntu Default Page: It works</title><h1>It works!</h1>',
      };
    case 'login':
      return {
        html: `<title>${escapeHtml(core)} - Sign in</title><h1>Sign in</h1><form><input name="u"><input type="password"><button>Log in</button></form>`,
      };
    case 'market':
      return { redirect: 'hugedomains.com' };
    case 'other-company':
      Object.assign(parts, {
        title: `${other} | ${domain}`,
        heading: other,
        logo: `<img class="logo" alt="${other}">`,
        footer: `© 2024 ${other} Ltd`,
      });
      break;
    case 'first-word-namesake':
      Object.assign(parts, {
        title: `${first} | Home`,
        heading: first,
        head: `<meta property="og:site_name" content="${first}">`,
        footer: `© 2024 ${first}`,
      });
      break;
    case 'trade-namesake':
      Object.assign(parts, {
        title: `${first} ${page.tradeWords.split(' ')[0]}`,
        heading: first,
        footer: `© 2024 ${first} ${page.tradeWords.split(' ')[0]} Ltd`,
      });
      break;
    case 'foreign-namesake': {
      const name = escapeHtml(core);
      Object.assign(parts, {
        title: `${name} México`,
        footer: `© 2024 ${name} S.A. de C.V.`,
        head: jsonLd({ '@type': 'Organization', name: `${core} México`, address: { addressCountry: 'MX' } }),
      });
      break;
    }
    case 'same-name':
      Object.assign(parts, { title: core, heading: core });
  }
  return { html: html(parts, page) };
}

function html(
  parts: { title: string; head: string; logo: string; heading: string; body: string; footer: string },
  { tradeWords }: PageOf,
): string {
  const words = tradeWords.split(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${parts.title}</title>${parts.head}<link rel="apple-touch-icon" href="/icon.png"></head><body><header>${parts.logo}${NAV}</header><main><h1>${parts.heading}</h1>${parts.body}<p>We offer ${words[0]} and ${words[1]} for everyone, and ${words[2]} when you need it.</p><p>“They solved it within days,” says Martha Quill of Pinnacle Foods Ltd. Our team has been working with ${words[3]} since 1987, and we would be glad to hear from you. Read the news, meet the team, and find a branch near you.</p></main><footer>${parts.footer}<p>Website by <a href="https://pixel-agency.example/">Pixel Agency</a></p></footer></body></html>`;
}

function jsonLd(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
