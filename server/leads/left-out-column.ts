import { legalFormNames } from '#engines/company-domain/legal-forms.ts';
import { foldedSql, nameKeySql, onceSql, wordsSql } from '#engines/country-names/folded-text.ts';
import { isCompanyPhone } from '#engines/csv/company-phone.ts';
import { quoted } from '#engines/lead-query/lead-table.ts';
import { allPhoneColumns, type LeadDatabaseShape } from './databases.ts';
import { addressesSql, hostsSql, slugsSql } from './lead-identities.ts';

/**
 * An SQL expression: the hashes of the keys by which exclusion lists leave a lead out, sorted. The keys are those of
 * `rowKeys` (server/lists/exclusions/excluded-keys.ts): mailboxes, domains with the domains they are part of, the profile,
 * phones with a country code, the company without its legal form, and the name at the company.
 */
export function leftOutHashesSql(shape: LeadDatabaseShape, columns: readonly string[]): string {
  const ofAddresses = `arrayConcat(${withKind('email', 'x')}, ${withKind('domain', domainsSql(shape, 'x'))})`;
  const company = companyNameSql(shape);
  const names = shape.name.map(quoted).join(', ');
  const name = names ? `replaceAll(${nameKeySql(`concatWithSeparator(' ', ${names}, '')`)}, ' ', '')` : "''";
  const person = "if(n = '' OR c = '', '', concat(n, '|', c))";
  const ofNames = `arrayMap((c, n) -> arrayConcat(${withKind('company', '[c]')}, ${withKind('person', `[${person}]`)}), [${company}], [${name}])[1]`;
  const keys = [
    onceSql(addressesSql(shape), ofAddresses),
    withKind('profile', `arrayMap(s -> decodeURLComponent(s), ${slugsSql(shape)})`),
    withKind('phone', phonesSql(allPhoneColumns(shape, columns).filter((column) => !isCompanyPhone(column)))),
    ofNames,
  ];
  return hashesSql(keys);
}

/** An SQL expression: those of these hashes that are of the company, by its name and domains, sorted. Its people share them. */
export function companyHashesSql(shape: LeadDatabaseShape): string {
  return hashesSql([
    onceSql(addressesSql(shape), withKind('domain', domainsSql(shape, 'x'))),
    withKind('company', `[${companyNameSql(shape)}]`),
  ]);
}

function hashesSql(keys: readonly string[]): string {
  return `arraySort(arrayDistinct(arrayMap(k -> xxHash64(k), arrayConcat(${keys.join(', ')}))))`;
}

/** The hosts of a lead's addresses and websites, with the domains they are part of. */
function domainsSql(shape: LeadDatabaseShape, addresses: string): string {
  return `arrayFlatten(arrayMap(h -> arrayMap(i -> arrayStringConcat(arraySlice(splitByChar('.', h), i), '.'),
    range(1, length(splitByChar('.', h)))), ${hostsSql(shape, addresses)}))`;
}

function companyNameSql({ company }: LeadDatabaseShape): string {
  return onceSql(companyWordsSql(quoted(company)), "replaceAll(x, ' ', '')");
}

function withKind(kind: string, values: string): string {
  return `arrayMap(v -> concat('${kind}:', v), arrayFilter(v -> v != '', ${values}))`;
}

/** International numbers as `+` and digits. */
function phonesSql(columns: readonly string[]): string {
  if (columns.length === 0) return "['']";
  const cells = `concatWithSeparator(';', ${columns.map(quoted).join(', ')}, '')`;
  const found = `extractAll(${cells}, '\\\\+[0-9][0-9 ()./-]{6,24}')`;
  return `arrayMap(p -> concat('+', replaceRegexpAll(p, '[^0-9]', '')), ${found})`;
}

/** The words of a company's name without its legal form, as `readCompanyName` finds them for nearly all names. */
function companyWordsSql(company: string): string {
  const forms = legalFormNames()
    .filter((form) => !/[^\p{L}\p{N} ]/u.test(form))
    .join('|');
  const plain = (text: string) =>
    `replaceRegexpAll(replaceRegexpAll(replaceRegexpAll(${text}, '\\\\([^()]*\\\\)', ' '), '[.\\'"’‘\`´]', ''), '[&+]', ' and ')`;
  const words = onceSql(onceSql(foldedSql(company), plain('x')), wordsSql('x'));
  const joined = `replaceRegexpAll(x, ' (?:und|et|och|og|en|y|e|i) ', ' and ')`;
  const withoutForm = `replaceRegexpOne(x, '^(?:the )?(.+?)(?: (?:${forms}))*$', '\\\\1')`;
  return onceSql(onceSql(words, joined), withoutForm);
}
