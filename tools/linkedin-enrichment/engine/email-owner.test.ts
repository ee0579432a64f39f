import { describe, expect, it } from 'vitest';
import { isOfAnotherName } from './email-owner.ts';

describe('an email', () => {
  it.each([
    ['jane.doe@acme.com', 'Jane Doe'],
    ['jdoe@acme.com', 'Jane Doe'],
    ['jd@acme.com', 'Jane Doe'],
    ['janeroe@acme.com', 'Jane Doe'],
    ['j.roe@acme.com', 'Jane Doe'],
    ['bill.gate@acme.com', 'William Gates'],
    ['bob@acme.com', 'Robert Doe'],
    ['juergen.mueller@acme.com', 'Jürgen Müller'],
    ['jorgen@acme.com', 'Jørgen Ås'],
    ['thora.gudmundsdottir@acme.com', 'Þóra Guðmundsdóttir'],
    ['info@acme.com', 'Jane Doe'],
    ['sales.emea@acme.com', 'Jane Doe'],
    ['acme.berlin@acme.com', 'Jane Doe'],
    ['skater@gmail.com', 'Jane Doe'],
    ['p1723@acme.com', 'Jane Doe'],
    ['xiaoming.wang@acme.com', '王小明'],
    ['ivan.petrov@acme.com', 'Иван Петров'],
    ['oneil@acme.com', 'Sean O’Neil'],
    ['not an email', 'Jane Doe'],
  ])('%s may be of %s', (email, name) => expect(isOfAnotherName(email, name)).toBe(false));

  it.each([
    ['mary.roe@acme.com', 'Jane Doe'],
    ['m.roe@acme.com', 'Jane Doe'],
    ['Mary_Roe+x@Acme.com', 'Jane Doe'],
    ['mary.roe@gmail.com', 'Jane Doe'],
    ['mary@acme.com', 'Jane Doe'],
    ['mroe@acme.com', 'Jane Doe'],
    ['mary.roe@acme.com', 'Þóra Guðmundsdóttir'],
  ])('%s is of another name than %s', (email, name) => expect(isOfAnotherName(email, name)).toBe(true));
});
