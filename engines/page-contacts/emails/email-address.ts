import { parse } from 'tldts';
import { companySite } from '#engines/list-items/company-site.ts';

const MAX_LOCAL_CHARS = 64;
const MAX_DOMAIN_CHARS = 253;

/** File extensions; none of them is a top-level domain. */
const ASSET_NAME =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|mjs|json|map|woff2?|ttf|eot|mp4|webm|pdf|html?|php)$/;

/** Hosts of error trackers and site builders, whose keys look like email addresses. */
const MACHINE_DOMAINS = [
  'sentry.io',
  'sentry-next.wixpress.com',
  'wixpress.com',
  'ingest.sentry.io',
  'bugsnag.com',
];

/** Domains used in documentation and templates (RFC 2606 and common placeholders). */
const PLACEHOLDER_DOMAINS = new Set(
  (
    'domain.com domain.tld domain.de domain.co.uk yourdomain.com yourdomain.co.uk yourdomain.de yourdomain.net yourdomain.org ' +
    'your-domain.com yourcompany.com your-company.com companyname.com mycompany.com yourwebsite.com your-website.com ' +
    'yoursite.com your-site.com mysite.com mydomain.com mywebsite.com website.com sitename.com site.com yourbusiness.com ' +
    'youremail.com yourmail.com your-email.com myemail.com emailaddress.com mailadress.com emailserver.com test.com test.de ' +
    'doe.com johndoe.com xyz.com abc.com xxx.com xxxx.com xxxxx.com foo.com bar.com foobar.com acme-placeholder.com dominio.com ' +
    'tudominio.com tuempresa.com tuempresa.es seudominio.com seudominio.com.br suaempresa.com.br dominio.com.br votredomaine.com ' +
    'votre-domaine.com votredomaine.fr domaine.com domaine.fr monsite.com votresite.com ihredomain.de ihre-domain.de ' +
    'musterfirma.de musterdomain.de mustermann.de beispiel.de beispiel.com deinedomain.de jouwdomein.nl voorbeeld.nl ' +
    'esempio.it esempio.com tuodominio.it tuosito.it ejemplo.com exemple.com exemple.fr exemplo.com exemplo.com.br qq.example'
  ).split(' '),
);

/** Local parts that mean "your address here" on any domain. */
const PLACEHOLDER_LOCAL =
  /^(?:your?[._-]?(?:e?-?mail|name|address|id|friend)?|your[._-]?(?:e-?mail[._-]?)?address|you|youremailaddress|yourfriends?e?mail|(?:first|last|user|full|friend'?s?)[._-]?name|firstname[._-]?lastname|first[._-]last|name[._-]?surname|username|user|e?-?mail[._-]?address|someone|somebody|anyone|recipient|friend|name|xxx+|aaa+|nom|prenom[._-]nom|vorname[._-]nachname|ihre?[._-]?(?:e-?mail|name)|max[._-]?mustermann|erika[._-]?mustermann|(?:john|jane|joe)[._-]?(?:doe|smith)|jdoe|tu[._-]?(?:correo|email)|tucorreo|seu[._-]?(?:email|nome)|seuemail|votre[._-]?(?:e?mail|nom)|nombre|nome|naam)$/;

/** Public mail domains. With a placeholder local part, they are form hints. */
const HINT_DOMAINS = new Set(
  'email.com mail.com gmail.com yahoo.com hotmail.com outlook.com email.de mail.de mail.ru e-mail.com company.com business.com firma.de empresa.com entreprise.com entreprise.fr bedrijf.nl azienda.it host.com server.com provider.com isp.com address.com emailaddress.com somewhere.com somedomain.com anywhere.com work.com'.split(
    ' ',
  ),
);

/** A valid and plausible email address. */
export interface EmailAddress {
  /** lowercase */
  address: string;
  local: string;
  /** the company's site, as `companySite` has it */
  domain: string;
  /** looks like the example of a template; on its own site, it may be real */
  placeholder: boolean;
}

/**
 * Returns a plausible address, or null. Checks characters and lengths (RFC 5321 4.5.3.1) and requires a host
 * under an ICANN suffix. Rejects file names and machine keys, and marks placeholders of templates.
 */
export function toEmailAddress(writtenLocal: string, writtenHost: string): EmailAddress | null {
  const local = withoutInsert(writtenLocal);
  const host = withoutInsertLabel(withoutInsert(writtenHost));
  if (!local || local.length > MAX_LOCAL_CHARS || host.length > MAX_DOMAIN_CHARS || host.length < 4)
    return null;
  const name = local.toLowerCase();
  if (
    !/^[\p{L}\p{N}_+](?:[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]*[\p{L}\p{N}_+-])?$/u.test(name) ||
    name.includes('..')
  )
    return null;
  const lowerHost = host.toLowerCase();
  const parsed = parseHost(lowerHost);
  if (!parsed) return null;
  if (isMachineAddress(name, lowerHost)) return null;
  const { domain } = parsed;
  return {
    address: `${name}@${lowerHost}`,
    local: name,
    domain: companySite(lowerHost) ?? domain,
    placeholder: isPlaceholder(name, domain, lowerHost),
  };
}

/** Words that a person should remove from an address: `infoNOSPAM@acme.com`, `info@REMOVETHIS.acme.com`. */
const INSERT_WORDS = [
  '(?:NO|ANTI|STOP|DE|KEIN|OHNE|SANS|PAS[._-]?DE|SIN|SEM|SENZA|GEEN|BEZ|INGEN|IKKE)[._-]?SPAM(?:PLEASE)?|SPAMFREE',
  '(?:REMOVE|DELETE)(?:[._-]?(?:THIS|ME|SPAM))?',
  '(?:BITTE[._-]?)?(?:ENTFERNEN|L(?:OE|Ö)SCHEN)',
  '(?:ENLEVER|SUPPRIMER)(?:[._-]?(?:CECI|MOI))?',
  '(?:QUITAR|BORRAR|ELIMINAR)(?:[._-]?(?:ESTO|ME))?',
  'RIMUOVERE|TOGLIERE|ELIMINARE|REMOVER|APAGAR|VERWIJDER(?:EN)?',
];
const INSERT = new RegExp(`[._-]?(?:${INSERT_WORDS.join('|')})[._-]?`, 'g');
/** Cheap pre-check, because few addresses have capitals. */
const CAPITALS = /[A-Z]{4}/;

function withoutInsert(part: string): string {
  if (!CAPITALS.test(part)) return part;
  return part.replace(INSERT, (insert, index: number) => {
    const isInside = index > 0 && index + insert.length < part.length;
    return isInside && /^[._-]|[._-]$/.test(insert) ? (/[.]/.test(insert) ? '.' : '') : '';
  });
}

/** Such a word in small letters is sure only as a part of a host: `info@acme.com.nospam`, `info@nospam.acme.com`. */
const INSERT_LABEL =
  /(?:^|\.)(?:(?:no|anti|kein|sans|sin|geen)-?spam|(?:remove|delete)-?(?:this|me))(?=\.|$)/i;

function withoutInsertLabel(host: string): string {
  if (!/spam|remove|delete/i.test(host)) return host;
  const rest = host.replace(INSERT_LABEL, '').replace(/^\./, '');
  return rest.includes('.') ? rest : host;
}

/** Returns the registrable domain of a host under an ICANN suffix, else null. */
function parseHost(host: string): { domain: string } | null {
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(host) || host.includes('..')) return null;
  if (host.includes('.-') || host.includes('-.')) return null;
  const { domain, isIcann, isIp } = parse(host, { extractHostname: false, validateHostname: false });
  if (isIp || !isIcann || domain?.startsWith('.')) return null;
  const site = domain ?? companySite(host);
  return site ? { domain: site } : null;
}

/** How the addresses of a company are made: `firstname.lastname@acme.com`. */
const FORMAT =
  /^(?:first(?:-?name)?|given-?name|vorname|pr[eé]nom|nombre|nome|imi[eę]|voornaam|fornavn|f[oö]rnamn|jm[eé]no|etunimi|name|initials?|[fvpn])[._-]?(?:last(?:-?name)?|surname|family-?name|nachname|nom|apellidos?|cognome|sobrenome|nazwisko|achternaam|efternavn|etternavn|efternamn|p[rř][ií]jmen[ií]|sukunimi)$/;

function isMachineAddress(local: string, host: string): boolean {
  if (ASSET_NAME.test(local)) return true;
  if (/^[0-9a-f]{20,}$/.test(local) || /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/.test(local)) return true;
  if (/^\d+x$/.test(host.split('.')[0]!)) return true;
  if (local.includes('//') || local.includes('|')) return true;
  // git@github.com:acme/site.git is a repository URL.
  if (local === 'git' || FORMAT.test(local)) return true;
  return MACHINE_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** The same filler on both sides, as in demo@demo.com. */
const FILLER = /^(?:demo|test|e?mail|name|user|abc|xyz|foo|bar|x+|admin|sample|domain|company|website|site)$/;

function isPlaceholder(local: string, domain: string, host: string): boolean {
  if (FILLER.test(local) && domain.startsWith(`${local}.`)) return true;
  if (/(?:^|\.)example\./.test(host) || /(?:^|\.)(?:invalid|test|localhost|local)$/.test(host)) return true;
  if (PLACEHOLDER_DOMAINS.has(domain)) return true;
  if (
    /^(?:your|ihre?|votre|deine?)[-_]?(?:own)?[-_]?(?:domain|company|site|website|email|mail|firma)/.test(
      domain,
    )
  )
    return true;
  if (HINT_DOMAINS.has(domain) && /^(?:e-?mail|mail|address|test|abc|info)$/.test(local)) return true;
  if (!PLACEHOLDER_LOCAL.test(local)) return false;
  // "you@" is a hint on a real domain too, but "name@" and "user@" may be real mailboxes there.
  return (
    HINT_DOMAINS.has(domain) ||
    /^(?:you|your|ihre|votre|tu|seu|john|jane|joe|max|erika|first|last|vorname|prenom|xxx)/.test(local)
  );
}
