import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeadFilters, noFilters } from '#contract/lead-filters.ts';
import { leadCondition } from './lead-condition.ts';
import {
  chunkBoundsQuery,
  countQuery,
  leftOutQuery,
  pageQuery,
  rangeQuery,
  summaryCounts,
} from './lead-query.ts';
import type { SearchedColumns } from './lead-table.ts';
import { quoted } from './lead-table.ts';

const TABLE = { name: 'leads.apollo', columns: ['first_name', 'title'] };
const SEARCHED = {
  websites: ['website'],
  websiteLists: ['websites'],
  emails: ['email'],
};

/** Sets every filter, with `text` for every text. */
function all(text: string): LeadFilters {
  const both = { include: [text], exclude: [text] };
  return {
    leads: [text],
    titles: both,
    companies: both,
    domains: both,
    places: both,
    keywords: both,
    industries: both,
    seniorities: both,
    countries: both,
    regions: both,
    cities: both,
    postcodes: both,
    near: { latitude: 52.5, longitude: 13.4, kilometers: 5 },
    chain: true,
    isOpen: true,
    companySizes: [text],
    skills: [text],
    hasEmail: true,
    hasPhone: true,
    hasDirectPhone: true,
    hasMobile: true,
    hasWebsite: true,
    connections: { min: 1, max: 2 },
    employees: [{ min: 11, max: 20 }],
    inLists: [text],
    listedRows: ['1'],
    perCompany: 3,
    listed: ['1'],
    leaveOut: [text],
    leftOut: ['2'],
    leftOutAreCompanies: false,
    leftOutLists: [{ id: text, name: text, hashes: 1 }],
    savedLeads: ['3'],
    savedPeople: ['4'],
  };
}

describe('filters as SQL', () => {
  it('never puts request text into the SQL statement', () => {
    // With and without names of the same title, parts of words, and keywords without words.
    const texts = [
      'cto',
      'usa',
      '— usa',
      'sales',
      'sales*',
      '*sales',
      '営業',
      'ж',
      '&',
      '**',
      'é',
      'é*',
      '*é',
      '—',
    ];
    const expected = new Set(
      texts
        .flatMap((text) => [text, `${text}, usa`, `${text}, é`, `${text}, —`])
        .map((text) => leadCondition(all(text), SEARCHED).sql),
    );
    const evil = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        "' OR 1=1 --",
        '\\',
        '%',
        '_',
        '\0',
        '😀',
        '{titles_in:Array(String)}',
        '`; DROP TABLE',
      ),
    );
    fc.assert(
      fc.property(evil, (text) => {
        const { sql, params } = leadCondition(all(text), SEARCHED);
        expect(expected).toContain(sql);
        expect(params.seniorities_in).toEqual([text]);
      }),
    );
  });

  it('binds a thousand keywords of 200 characters as four parameters', () => {
    const include = Array.from({ length: 1000 }, (_, index) => `${index}`.padStart(200, 'x'));
    const { sql, params } = leadCondition({ ...noFilters(), titles: { include, exclude: [] } });
    expect(sql.match(/multiSearchAny\(lw_find_title_words,/g)).toHaveLength(4);
    expect(Object.keys(params)).toHaveLength(4);
  });

  it('binds ASCII words as they are compared, and lets the engine fold others', () => {
    const titles = { include: ['Sales', 'Économiste 50%'], exclude: ['Инженер'] };
    const { sql, params } = leadCondition({ ...noFilters(), titles });
    expect(params.titles_in_words_0).toEqual([' sales ', ' economiste 50 ']);
    expect(sql).toContain('multiSearchAny(lw_find_title_words, {titles_in_words_0:Array(String)})');
    expect(sql).toMatch(
      /lw_find_title_words, \(\(SELECT arrayMap\(k -> .*\{titles_out_words_0:Array\(String\)\}/,
    );
  });

  it('searches titles in their summary, except in an industry', () => {
    const searched = { ...SEARCHED, titleSummary: 'leads.apollo' };
    const filters = { ...noFilters(), hasEmail: true, titles: { include: ['sales'], exclude: ['intern'] } };
    const summary = 'lw_find_title_hash IN (SELECT cityHash64(lw_find_title_words) FROM leads.apollo WHERE ';
    const { sql } = pageQuery({ ...TABLE, searched }, filters, { limit: 25, offset: 0 });
    expect(sql).toContain(` PREWHERE lw_find_email AND ${summary}`);
    expect(sql.split(summary)).toHaveLength(2);
    const excluded = { ...filters, titles: { include: [], exclude: ['intern'] } };
    expect(leadCondition(excluded, searched).sql).toContain(`NOT (${summary}`);
    const industries = { include: ['Retail'], exclude: [] };
    expect(leadCondition({ ...filters, industries }, searched).sql).not.toContain('lw_find_title_hash');
    // An index needs words that are known before.
    const placed = { ...filters, places: { include: ['Köln'], exclude: [] } };
    const indexed = { ...searched, indexed: new Set(['lw_find_place']) };
    expect(leadCondition(placed, searched).clause).toBe('PREWHERE');
    expect(leadCondition(placed, indexed).clause).toBe('WHERE');
    // The summary itself answers this count.
    expect(countQuery({ ...TABLE, searched }, filters).sql).not.toContain('lw_find_title_hash');
  });

  it('leaves out companies by the keys of companies, and counts without them in their summary', () => {
    const searched = { ...SEARCHED, hasCompanyKeys: true };
    const companies = {
      ...noFilters(),
      hasEmail: true,
      hasPhone: true,
      leaveOut: ['a'],
      leftOut: ['2'],
      leftOutAreCompanies: true,
      leftOutLists: [{ id: 'a', name: 'A', hashes: 1 }],
    };
    const counts = (filters: LeadFilters, of: SearchedColumns) =>
      [countQuery, leftOutQuery].map((query) => query({ ...TABLE, searched: of }, filters).sql);
    for (const sql of counts(companies, searched)) {
      expect(sql).toContain('countIf(lw_find_email AND lw_find_phone) AS ');
      expect(sql).toContain(', lw_find_company_keys)');
      expect(sql).not.toMatch(/WHERE.*lw_find_email|lw_find_left_out/);
    }
    const rows = [
      counts({ ...companies, seniorities: { include: ['vp'], exclude: [] } }, searched),
      counts({ ...companies, leftOutAreCompanies: false }, searched),
      counts({ ...companies, savedPeople: ['3'] }, searched),
      counts(companies, SEARCHED),
    ];
    for (const sql of rows.flat()) {
      expect(sql).toContain('count() AS ');
      expect(sql).toMatch(/WHERE lw_find_email AND lw_find_phone/);
    }
    for (const sql of rows.slice(1, 2).concat(rows.slice(3)).flat())
      expect(sql).not.toContain('lw_find_company_keys');
  });

  it.each([
    [
      ['Austin, Texas, USA', 'USA, Texas, Dallas', 'Texas, Waco'],
      ['austin', 'dallas', 'waco'],
    ],
    [['USA, Texas', 'United States, Texas'], ['texas']],
  ])('looks for %s by the parts that are in few rows', (include, rarest) => {
    const { params } = leadCondition({ ...noFilters(), places: { include, exclude: [] } }, SEARCHED);
    expect(params.places_in_rarest_words_0).toEqual(rarest.map((part) => ` ${part} `));
    // The numbers of the parts that a row has, as one list for all places.
    expect(params.places_in_part_numbers).toEqual(
      Array.from({ length: (params.places_in_parts as string[]).length }, (_, index) => String(index + 1)),
    );
  });

  it('uses pairs for whole words where no table of the words can be read', () => {
    const searched = { ...SEARCHED, indexed: new Set(['lw_find_place', 'lw_find_place_pairs']) };
    const search = (place: string) =>
      leadCondition({ ...noFilters(), places: { include: [place], exclude: [] } }, searched).sql;
    expect(search('new york')).toBe('(hasAllTokens(lw_find_place_pairs, {places_in_pairs_0:Array(String)}))');
    expect(search('new york c*')).toMatch(
      /hasAllTokens\(lw_find_place_pairs, .* AND \(position\(lw_find_place, /s,
    );
    expect(search('city 3*')).not.toContain('_pairs');
  });

  it.each([
    [['acme'], 'hasAnyTokens(lw_find_company, {companies_in_any:Array(String)})'],
    [['acme', 'bolt'], 'hasAnyTokens(lw_find_company, {companies_in_any:Array(String)})'],
    [
      ['acme inc'],
      '(hasAllTokens(lw_find_company, {companies_in_all_0:Array(String)})) AND (position(lw_find_company, ({companies_in_words_0:Array(String)})[1]) > 0)',
    ],
    [['acme*'], 'position(lw_find_company, ({companies_in_words_0:Array(String)})[1]) > 0'],
    [['acme*', 'bolt'], 'multiSearchAny(lw_find_company, {companies_in_words_0:Array(String)})'],
    [
      Array.from({ length: 13 }, (_, index) => `acme${index}`),
      'multiSearchAny(lw_find_company, {companies_in_words_0:Array(String)})',
    ],
  ])('looks whole words up in the index: %j', (include, condition) => {
    const searched = { ...SEARCHED, indexed: new Set(['lw_find_company']) };
    const companies = { include, exclude: [] };
    const { sql } = leadCondition({ ...noFilters(), companies }, searched);
    expect(sql).toBe(`(${condition})`);
  });

  it('looks the start of a word up among the words of the index, unless it is short', () => {
    const searched = { ...SEARCHED, indexed: new Set(['lw_find_company']), wordTable: 'leads.apollo' };
    const search = (keyword: string) =>
      leadCondition({ ...noFilters(), companies: { include: [keyword], exclude: [] } }, searched).sql;
    const words =
      "FROM mergeTreeTextIndex('leads', 'apollo', 'lw_find_company_index') WHERE startsWith(token,";
    const texts = 'AND (position(lw_find_company, ({companies_in_words_0:Array(String)})[1]) > 0)';
    expect(search('acme*')).toContain(words);
    // The index answers it alone, unless too many words start so.
    expect(search('acme*')).not.toContain(texts);
    expect(search('acme*')).toMatch(/^\(if\(length\(.* > 500, position\(lw_find_company, .*hasAnyTokens/s);
    expect(search('the acme*')).toContain(texts);
    expect(search('*the acme*')).toContain(texts);
    expect(search('the acme*')).toMatch(
      /hasAllTokens\(lw_find_company, .* AND if\(length\(.* > 500, true, /s,
    );
    for (const keyword of ['ac*', '*acme', '*acme*']) expect(search(keyword)).not.toContain('Token');
    expect(search('the ac*')).not.toContain('mergeTreeTextIndex');
  });

  it('finds businesses with a domain by the index of domains, and excludes them by their texts', () => {
    const searched = { ...SEARCHED, hasDomainIndex: true };
    const domains = { include: ['acme.com'], exclude: ['bolt.com'] };
    const { sql } = leadCondition({ ...noFilters(), domains }, searched);
    expect(sql).toMatch(/^\(hasAny\(lw_find_left_out, .*\{domains_in_0:Array\(String\)\}\)\) AND \(\(/s);
    expect(sql.match(/lw_find_left_out/g)).toHaveLength(1);
  });

  it('has a bounded number of forms of one keyword', () => {
    const keyword = 'senior vp hr it vp junior svp of evp vice president';
    const { params } = leadCondition({ ...noFilters(), titles: { include: [keyword], exclude: [] } });
    expect((params.titles_in_words_0 as string[]).length).toBeLessThanOrEqual(48);
  });

  it('compares all categories where a lead has several', () => {
    const industries = { include: ['Food'], exclude: ['Cafés'] };
    const { sql } = leadCondition({ ...noFilters(), industries }, { ...SEARCHED, hasCategories: true });
    expect(sql).toMatch(/^\(position\(lw_find_category_path, .* AND NOT \(position\(lw_find_category_path, /);
    const indexed = new Set(['lw_find_category_path']);
    expect(
      leadCondition({ ...noFilters(), industries }, { ...SEARCHED, hasCategories: true, indexed }).sql,
    ).toMatch(
      /^\(hasAnyTokens\(lw_find_category_path, \{industries_in_0:Array\(String\)\}\)\) AND NOT \(hasAnyTokens\(lw_find_category_path, \(SELECT arrayMap/,
    );
    expect(leadCondition({ ...noFilters(), industries }, SEARCHED).sql).not.toContain('category_path');
  });

  it('adds no condition for an unset filter', () => {
    expect(leadCondition(noFilters())).toEqual({ sql: '1', clause: 'WHERE', params: {} });
    expect(leadCondition({ ...noFilters(), connections: { min: null, max: 5 } }).sql).toBe(
      'lw_find_connections BETWEEN 0 AND {connections_max:Int64}',
    );
    const industries = { include: ['Retail'], exclude: [] };
    expect(countQuery(TABLE, { ...noFilters(), hasEmail: true, industries }).sql).toEqual(
      expect.stringMatching(
        /^SELECT count\(\) AS count FROM `leads`\.`apollo` WHERE lw_find_email AND lw_find_industry IN \{industries_in:Array\(String\)\}$/,
      ),
    );
  });

  it('compares labels and skills in the way that is fastest', () => {
    const conditionOf = (filters: object) => leadCondition({ ...noFilters(), ...filters }, SEARCHED).sql;
    const only = (...exclude: string[]) => ({ include: [], exclude });
    expect(conditionOf({ regions: only('Bavaria', 'Saxony') })).toBe(
      'lw_find_region NOT IN {regions_out:Array(String)}',
    );
    // The engine folds other letters than those of English.
    expect(conditionOf({ regions: only('Thüringen') })).toMatch(
      /^lw_find_region NOT IN \(SELECT arrayJoin\(\(SELECT arrayMap\(.*\{regions_out:Array\(String\)\}\)\)\)\)$/s,
    );
    expect(conditionOf({ skills: ['Python'] })).toBe('has(lw_find_skills, ({skills:Array(String)})[1])');
    expect(conditionOf({ skills: ['Python', 'SQL'] })).toBe(
      'arrayExists(skill -> skill IN {skills:Array(String)}, lw_find_skills)',
    );
    expect(conditionOf({ skills: ['Python', 'Gestión'] })).toMatch(
      /^arrayExists\(skill -> skill IN \(SELECT arrayJoin\(/,
    );
  });

  it('counts keywords and toggles with the expressions of the title summary', () => {
    const summary = summaryCounts(['lw_find_mobile', 'lw_find_email', 'lw_find_phone']);
    expect(summary).toHaveLength(8);
    for (const hasEmail of [true, false]) {
      for (const hasPhone of [true, false]) {
        for (const hasMobile of [true, false]) {
          const titles = { include: ['sales'], exclude: ['intern'] };
          const { sql } = countQuery(TABLE, { ...noFilters(), titles, hasEmail, hasPhone, hasMobile });
          expect(summary).toContain(/^SELECT (.+) AS count FROM/.exec(sql)?.[1]);
          expect(sql).not.toMatch(/WHERE.*lw_find_(email|phone|mobile)/);
        }
      }
    }
    expect(countQuery(TABLE, noFilters()).sql).toBe('SELECT count() AS count FROM `leads`.`apollo` WHERE 1');
  });

  it('binds the limits of a page and a range', () => {
    expect(pageQuery(TABLE, noFilters(), { limit: 25, offset: 50 }).params).toEqual({
      limit: 25,
      offset: 50,
    });
    expect(chunkBoundsQuery(TABLE, noFilters(), { every: 20_000, most: 50_000 }).params).toEqual({
      every: 20_000,
      most: 50_000,
    });
    const upTo = { lw_industry: "it's", lw_country: '', lw_id: 7 };
    const range = { after: null, upTo, most: 9 };
    const { sql, params } = rangeQuery(TABLE, noFilters(), range, (cell) => `f(${cell})`);
    expect(sql).toContain('arrayMap(cell -> f(cell), [`first_name`, `title`]) AS lw_cells');
    expect(sql).toContain('lw_cells[2] AS `title`');
    expect(sql).not.toContain("it's");
    expect(params).toEqual({ to_industry: "it's", to_country: '', to_id: 7, most: 9 });
    const marked = rangeQuery(
      { ...TABLE, hasFormulaColumn: true },
      noFilters(),
      range,
      (cell) => `f(${cell})`,
    );
    expect(marked.sql).toMatch(
      /SELECT lw_industry, lw_country, lw_id, `first_name`, `title` FROM.* WHERE lw_formulas = 0 AND/,
    );
    expect(marked.sql).toMatch(/ arrayMap.* WHERE lw_formulas = 1 AND/);
  });

  it.each(['a`b', "a'b", 'a b', '', '1a', 'a.b', 'é', 'a\\', `${'a'.repeat(201)}`])(
    'rejects the name %j instead of quoting it',
    (name) => {
      expect(() => quoted(name)).toThrow('is not a valid table or column name');
    },
  );
});
