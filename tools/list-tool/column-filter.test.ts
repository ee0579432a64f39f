import { describe, expect, it } from 'vitest';
import { meets } from './column-filter.ts';

const ROW = {
  emails: ['Info@acme.com', 'jane@acme.com'],
  company_email: null,
  score: 80,
  catch_all: false,
  source: 'mail-server',
  'own-1': 'Café São Paulo',
  'own-2': ' ',
  'own-3': '1,200',
  'own-4': '2026-11-23',
  charge: 1,
};

describe('a condition on a column', () => {
  it.each([
    [['company_email', 'emails'], 'containing', ' INFO@ ', true],
    [['company_email', 'emails'], 'containing', 'bob', false],
    [['company_email', 'emails'], 'not-containing', ' INFO@ ', false],
    [['company_email', 'emails'], 'not-containing', 'bob', true],
    [['unknown'], 'not-containing', 'bob', true],
    [['company_email'], 'containing', 'acme', false],
    [['source'], 'equal', 'mail-server', true],
    [['source'], 'equal', 'mail', false],
    [['catch_all'], 'equal', 'false', true],
    [['catch_all'], 'equal', 'true', false],
    [['score'], 'at-least', '80', true],
    [['score'], 'at-least', '80.5', false],
    [['company_email'], 'at-least', '0', false],
    [['toString'], 'containing', 'native', false],
    [['toString'], 'empty', '', true],
    // Texts, without regard to case and accents.
    [['own-1'], 'containing', 'SAO', true],
    [['own-1'], 'equal', ' cafe sao paulo ', true],
    [['own-1'], 'equal', 'cafe', false],
    [['own-1'], 'not-equal', 'cafe', true],
    [['own-1'], 'not-equal', 'CAFÉ SÃO PAULO', false],
    [['own-1'], 'one-of', 'Bar, CAFE SAO PAULO', true],
    [['own-1'], 'one-of', 'cafe, bar', false],
    [['own-1'], 'one-of', ' ', false],
    [['own-2'], 'one-of', 'x, ', false],
    [['own-3'], 'one-of', '1,200', false],
    // With several lines, a value can have commas.
    [['own-3'], 'one-of', '5\n1,200\n', true],
    [['emails'], 'one-of', 'bob@acme.com, JANE@acme.com', true],
    [['score'], 'one-of', '70, 80', true],
    [['own-1'], 'empty', '', false],
    [['own-1'], 'not-empty', '', true],
    [['own-2'], 'empty', '', true],
    [['own-2'], 'not-empty', '', false],
    [['own-2'], 'not-equal', 'x', true],
    // Lists of values.
    [['emails'], 'equal', 'JANE@acme.com', true],
    [['emails'], 'not-equal', 'jane@acme.com', false],
    [['emails'], 'not-empty', '', true],
    [['company_email', 'emails'], 'empty', '', false],
    [['company_email'], 'empty', '', true],
    // Numbers and truth values.
    [['score'], 'equal', '80', true],
    [['score'], 'not-equal', '80', false],
    [['score'], 'at-most', '80', true],
    [['score'], 'at-most', '79', false],
    [['score'], 'empty', '', false],
    [['charge'], 'at-least', '1', true],
    [['catch_all'], 'empty', '', false],
    [['catch_all'], 'not-equal', 'true', true],
    [['own-3'], 'at-least', '1000', true],
    [['own-3'], 'at-most', '$ 1,199', false],
    // Dates, which aren't numbers.
    [['own-4'], 'at-least', '11/01/2026', true],
    [['own-4'], 'at-most', '2026-11-23', true],
    [['own-4'], 'at-most', '22.11.2026', false],
    [['own-4'], 'at-least', '0', false],
    [['own-1'], 'at-most', '9', false],
    [['own-2'], 'at-least', '0', false],
  ] as const)('%j %s %j', (fields, is, value, met) => {
    expect(meets(ROW, { fields: [...fields], is, value })).toBe(met);
  });
});
