import type { Evidence, SocialNetwork } from '#contract/website.ts';
import { asciiHost, companySite } from '#engines/list-items/company-site.ts';
import { FREE_MAIL } from './emails/free-mail.ts';
import { letters, spellings } from './letters.ts';
import type { Found, FoundSocial, OrganizationField, PageContacts } from './page-contacts.ts';
import { isNationalPart } from './phones/unplaced-phones.ts';
import { siteOrganization } from './site-organization.ts';

/** The fields of such phones and of faxes in the evidence. */
const UNPLACED_PHONES = 'phones_country_unknown';
const FAX = 'fax';

/** The merged contacts of a site's pages. */
export interface SiteContacts {
  /** the company's site, as `companySite` has it */
  domain: string | null;
  /** best first */
  emails: string[];
  /** E.164, best first */
  phones: string[];
  /** in national format as written; the site doesn't tell their country */
  unplacedPhones: string[];
  /** E.164, best first; none of them is in `phones` */
  faxes: string[];
  title: string | null;
  description: string | null;
  keywords: string | null;
  socials: Partial<Record<SocialNetwork, { url: string; username: string }>>;
  companyEmail: string | null;
  /** what the pages show about the organization; each detail is in the evidence */
  organization: Partial<Record<OrganizationField, string>>;
  evidence: Evidence[];
}

/** Mailboxes of a company, not a person, best first. */
const ROLES = [
  /^(?:info|infos|information|contact|contacts|contacto|contato|kontakt|contatti|contactus|contact-us|hello|hi|hallo|hola|mail|email|post)$/,
  /^(?:office|buero|büro|bureau|sekretariat|secretariat|reception|admin|administration|enquiries|enquiry|inquiries|inquiry|general|team|company|ask|welcome|bonjour|ola|atendimento|ufficio|segreteria|secretaria|verwaltung|zentrale)/,
  /^(?:sales|vertrieb|verkauf|ventas|vendas|commercial|comercial|commerciale|business|marketing|service|support|customerservice|customer|kundenservice|care|help|info|contact|sac)/,
];

/**
 * Merges the pages of a site. The first one is the requested page. If `siteUrl` is null, fields that depend
 * on the domain stay empty. A number that any page labels as a fax isn't a phone.
 */
export function siteContacts(pages: readonly PageContacts[], siteUrl: string | null): SiteContacts {
  const first = pages[0];
  const url = siteUrl ?? first?.url ?? null;
  const domain = url ? companySite(url) : null;
  const faxes = merge(pages, (page) => page.faxes);
  const faxNumbers = new Set(faxes.map(({ item }) => item.value));
  const emails = merge(pages, (page) => page.emails, asciiAddress);
  const phones = merge(pages, (page) => page.phones).filter(({ item }) => !faxNumbers.has(item.value));
  const known = [...phones.map(({ item }) => item.value), ...faxNumbers];
  const unplaced = merge(pages, (page) => page.unplacedPhones).filter(
    ({ item }) => !known.some((number) => isNationalPart(item.value, number)),
  );
  const orderedEmails = order(emails, ({ item }) => emailScore(item, domain));
  const orderedPhones = order(phones, ({ item }) => phoneScore(item));
  const orderedFaxes = order(faxes, ({ item }) => phoneScore(item));
  const socials = bestSocials(pages);
  const company = companyEmail(
    orderedEmails.map(({ item }) => item),
    domain,
    pages,
  );
  const evidence: Evidence[] = [
    ...orderedEmails.map((entry) => toEvidence('emails', entry)),
    ...orderedPhones.map((entry) => toEvidence('phones', entry)),
    ...unplaced.map((entry) => toEvidence(UNPLACED_PHONES, entry)),
    ...orderedFaxes.map((entry) => toEvidence(FAX, entry)),
    ...socials.map((entry) => toEvidence(`${entry.item.network}_url`, entry)),
  ];
  const details = siteOrganization(pages);
  evidence.push(...details);
  const companyEntry = orderedEmails.find(({ item }) => item.value === company);
  if (companyEntry) evidence.push(toEvidence('company_email', companyEntry));
  return {
    domain,
    emails: orderedEmails.map(({ item }) => item.value),
    phones: orderedPhones.map(({ item }) => item.value),
    unplacedPhones: unplaced.map(({ item }) => item.value),
    faxes: orderedFaxes.map(({ item }) => item.value),
    title: first?.title ?? null,
    description: first?.description ?? null,
    keywords: first?.keywords ?? null,
    socials: Object.fromEntries(
      socials.map(({ item }) => [item.network, { url: item.value, username: item.username }]),
    ),
    companyEmail: company,
    organization: Object.fromEntries(details.map(({ field, value }) => [field, value])),
    evidence,
  };
}

interface Entry<T extends Found> {
  item: T;
  page: string;
  pageIndex: number;
}

function merge<T extends Found>(
  pages: readonly PageContacts[],
  of: (page: PageContacts) => readonly T[],
  keyOf = (value: string) => value,
): Entry<T>[] {
  const byKey = new Map<string, Entry<T>>();
  for (const [pageIndex, page] of pages.entries())
    for (const item of of(page)) {
      const key = keyOf(item.value);
      const known = byKey.get(key);
      if (known) known.item = { ...known.item, count: known.item.count + item.count };
      else byKey.set(key, { item, page: page.url ?? '', pageIndex });
    }
  return [...byKey.values()];
}

/** The same for both spellings of an umlaut domain: `info@müller-bau.de` and `info@xn--mller-bau-q9a.de`. */
function asciiAddress(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return `${email.slice(0, at)}${asciiHost(email.slice(at))}`;
}

/** Highest score first; ties keep their order. */
function order<T extends Found>(entries: Entry<T>[], score: (entry: Entry<T>) => number): Entry<T>[] {
  return entries
    .map((entry) => ({ entry, score: score(entry) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function toEvidence(field: string, { item, page }: Entry<Found>): Evidence {
  return { field, value: item.value, written: item.written, source: item.source, page };
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

function siteOf(email: string): string {
  return companySite(email.slice(email.lastIndexOf('@') + 1)) ?? '';
}

function roleRank(local: string): number {
  const rank = ROLES.findIndex((role) => role.test(local));
  return rank < 0 ? ROLES.length : rank;
}

function emailScore(email: Found, domain: string | null): number {
  let score = 0;
  const emailDomain = siteOf(email.value);
  if (domain && emailDomain === domain) score += 8;
  else if (FREE_MAIL.has(emailDomain)) score += 2;
  score += ROLES.length - roleRank(localPart(email.value));
  if (email.source === 'mailto' || email.source === 'cloudflare' || email.source === 'json-ld') score += 1;
  if (email.area === 'footer' || email.area === 'header' || email.area === 'address') score += 1;
  if (
    /^(?:webmaster|postmaster|privacy|datenschutz|dpo|abuse|noreply|no-reply|jobs|careers|karriere|press|presse|hr)/.test(
      localPart(email.value),
    )
  )
    score -= 2;
  return score;
}

function phoneScore(phone: Found): number {
  let score = Math.min(phone.count, 4) * 0.5;
  if (phone.source === 'json-ld' || phone.source === 'microdata') score += 3;
  if (phone.source === 'tel') score += 2;
  if (phone.area === 'header' || phone.area === 'footer' || phone.area === 'address') score += 1;
  return score;
}

/** The profiles of the site itself. A person's profile is only the company's if the site says so. */
function bestSocials(pages: readonly PageContacts[]): Entry<FoundSocial>[] {
  const best = new Map<SocialNetwork, Entry<FoundSocial>>();
  for (const [pageIndex, page] of pages.entries())
    for (const item of page.socials) {
      if (item.isOther) continue;
      const known = best.get(item.network);
      if (!known || item.score > known.item.score)
        best.set(item.network, { item, page: page.url ?? '', pageIndex });
    }
  return [...best.values()];
}

/**
 * The best address to contact: on the site's own domain, preferring roles to people; else on a domain or at a
 * free provider but named like the company. Null if the site's domain is unknown.
 */
function companyEmail(
  emails: readonly Found[],
  domain: string | null,
  pages: readonly PageContacts[],
): string | null {
  if (!domain) return null;
  const own = emails.filter((email) => siteOf(email.value) === domain);
  if (own.length > 0) return own[0]!.value;
  const brand = brandWords(domain, pages);
  const sameBrand = emails.find((email) =>
    brand.some(
      (word) => letters(siteOf(email.value)).startsWith(word) && !FREE_MAIL.has(siteOf(email.value)),
    ),
  );
  if (sameBrand) return sameBrand.value;
  return (
    emails.find(
      (email) =>
        FREE_MAIL.has(siteOf(email.value)) &&
        brand.some((word) => letters(localPart(email.value)).includes(word)),
    )?.value ?? null
  );
}

/** The company's name as it may appear in an address: the domain's label and the words of its site names. */
function brandWords(domain: string, pages: readonly PageContacts[]): string[] {
  const label = letters(domain.split('.')[0] ?? '');
  const names = pages
    .flatMap((page) => page.siteNames)
    .flatMap((name) => [name, ...name.split(/\s+/)].flatMap(spellings));
  return [...new Set([label, ...names])].filter((word) => word.length >= 4);
}
