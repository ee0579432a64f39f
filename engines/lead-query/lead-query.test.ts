import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeadFilters, noFilters } from '#contract/leads.ts';
import {
  chunkBoundsQuery,
  countQuery,
  leadCondition,
  pageQuery,
  quoted,
  rangeQuery,
  titleCounts,
} from './lead-query.ts';

const TABLE = { name: 'leads.apollo', columns: ['first_name', 'title'] };

/** Sets every filter, with `text` for every text. */
function all(text: string): LeadFilters {
  const both = { include: [text], exclude: [text] };
  return {
    titles: both,
    titlesAsWords: false,
    industries: both,
    seniorities: both,
    countries: both,
    companySizes: [text],
    skills: [text],
    hasEmail: true,
    hasPhone: true,
    hasDirectPhone: true,
    hasMobile: true,
    connections: { min: 1, max: 2 },
    employees: [{ min: 11, max: 20 }],
  };
}

describe('filters as SQL', () => {
  it('never puts request text into the SQL statement', () => {
    const expected = leadCondition(all('sales')).sql;
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
        const { sql, params } = leadCondition(all(text));
        expect(sql).toBe(expected);
        expect(params.titles_in_0).toBe(text);
      }),
    );
  });

  it('binds a thousand keywords of 200 characters as four parameters', () => {
    const include = Array.from({ length: 1000 }, (_, index) => `${index}'`.padEnd(200, 'x'));
    const { sql, params } = leadCondition({ ...noFilters(), titles: { include, exclude: [] } });
    const search = (part: number) =>
      `multiSearchAny(lw_title, arrayMap(k -> lowerUTF8(k), {titles_in_${part}:Array(String)}))`;
    expect(sql).toBe(`(${[0, 1, 2, 3].map(search).join(' OR ')})`);
    expect(Object.values(params).flat()).toEqual(include);
  });

  it('adds no condition for an unset filter', () => {
    expect(leadCondition(noFilters())).toEqual({ sql: '1', params: {} });
    expect(leadCondition({ ...noFilters(), connections: { min: null, max: 5 } }).sql).toBe(
      'lw_connections BETWEEN 0 AND {connections_max:Int64}',
    );
    const industries = { include: ['Retail'], exclude: [] };
    expect(countQuery(TABLE, { ...noFilters(), hasEmail: true, industries }).sql).toBe(
      'SELECT count() AS count FROM `leads`.`apollo` WHERE lw_has_email AND lw_industry IN {industries_in:Array(String)}',
    );
  });

  it('counts keywords and toggles with the expressions of the title summary', () => {
    const summary = titleCounts(['lw_has_mobile', 'lw_has_email', 'lw_has_phone']);
    expect(summary).toHaveLength(8);
    for (const hasEmail of [true, false]) {
      for (const hasPhone of [true, false]) {
        for (const hasMobile of [true, false]) {
          const titles = { include: ['sales'], exclude: ['intern'] };
          const { sql } = countQuery(TABLE, { ...noFilters(), titles, hasEmail, hasPhone, hasMobile });
          expect(summary).toContain(/^SELECT (.+) AS count FROM/.exec(sql)?.[1]);
          expect(sql).not.toMatch(/WHERE.*lw_has/);
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
    expect(chunkBoundsQuery(TABLE, noFilters(), 20_000).params).toEqual({ every: 20_000 });
    const upTo = { lw_industry: "it's", lw_country: '', lw_id: 7 };
    const { sql, params } = rangeQuery(TABLE, noFilters(), { after: null, upTo }, (cell) => `f(${cell})`);
    expect(sql).toContain('arrayMap(cell -> f(cell), [`first_name`, `title`]) AS lw_cells');
    expect(sql).toContain('lw_cells[2] AS `title`');
    expect(sql).not.toContain("it's");
    expect(params).toEqual({ to_industry: "it's", to_country: '', to_id: 7 });
    const whole = { after: null, upTo: null };
    const of = (formulas: boolean | null) => rangeQuery(TABLE, noFilters(), { ...whole, formulas }).sql;
    expect(of(true)).toContain('WHERE lw_formulas = 1 AND');
    expect(of(false)).toContain('WHERE lw_formulas = 0 AND');
    expect(of(null)).toBe(rangeQuery(TABLE, noFilters(), whole).sql);
    expect(chunkBoundsQuery(TABLE, noFilters(), 5, true).sql).toContain('WHERE lw_formulas = 1 AND');
  });

  it.each(['a`b', "a'b", 'a b', '', '1a', 'a.b', 'é', 'a\\', `${'a'.repeat(201)}`])(
    'rejects the name %j instead of quoting it',
    (name) => {
      expect(() => quoted(name)).toThrow('is not a valid table or column name');
    },
  );
});
