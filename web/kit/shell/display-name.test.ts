import { describe, expect, it } from 'vitest';
import { displayName, initials } from './display-name.ts';

describe('displayName', () => {
  it.each([
    [{ name: 'Ada Lovelace', email: 'ada@example.com' }, 'Ada Lovelace'],
    [{ name: '  ', email: 'ada@example.com' }, 'ada'],
    [{ name: '', email: '' }, 'User'],
    [{ name: '', email: '@example.com' }, 'User'],
  ])('%o -> %s', (person, expected) => {
    expect(displayName(person)).toBe(expected);
  });
});

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Ada King of Lovelace', 'AL'],
    ['ada', 'A'],
    ['élodie durand', 'ÉD'],
    ['𝒜 b', '𝒜B'],
  ])('%s -> %s', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
