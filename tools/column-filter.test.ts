import { describe, expect, it } from 'vitest';
import { meets } from './column-filter.ts';

const ROW = {
  emails: ['Info@acme.com', 'jane@acme.com'],
  company_email: null,
  score: 80,
  catch_all: false,
  source: 'mail-server',
};

describe('a condition on a column', () => {
  it.each([
    [['company_email', 'emails'], 'containing', ' INFO@ ', true],
    [['company_email', 'emails'], 'containing', 'bob', false],
    [['company_email'], 'containing', 'acme', false],
    [['source'], 'equal', 'mail-server', true],
    [['source'], 'equal', 'mail', false],
    [['catch_all'], 'equal', 'false', true],
    [['catch_all'], 'equal', 'true', false],
    [['score'], 'at-least', '80', true],
    [['score'], 'at-least', '80.5', false],
    [['company_email'], 'at-least', '0', false],
    [['toString'], 'containing', 'native', false],
  ] as const)('%j %s %j', (fields, is, value, met) => {
    expect(meets(ROW, { fields: [...fields], is, value })).toBe(met);
  });
});
