import { describe, expect, it } from 'vitest';
import { toWebUrl } from '#contract/website.ts';
import { isFree } from '../engine/item-keys.ts';
import { WEBSITE_MESSAGES } from '../messages.ts';
import { readUrlItems } from './read-items.ts';

describe('pasted lines', () => {
  it('become one item per website, as first written, in order', async () => {
    expect(
      await readUrlItems([
        ' acme.com ',
        '',
        'https://acme.com',
        'ACME.com/#x',
        '//b.org/1',
        'http://acme.com',
        '1. <http://WWW.acme.com/?>,',
        'Acme\tacme.com',
        'a.net b.net',
      ]),
    ).toEqual({
      inputs: ['acme.com', '//b.org/1', 'https://a.net/', 'https://b.net/'],
      positions: [[0], [], [0], [0], [1], [0], [0], [0], [2, 3]],
    });
  });

  it('that are not URLs stay items next to URLs', async () => {
    const { inputs } = await readUrlItems(['acme.com', 'no address', 'ftp://b.com', 'bad\0line', '\ud800']);
    expect(inputs).toEqual(['acme.com', 'no address', 'ftp://b.com', 'badline', '\ufffd']);
  });

  it('that are too long for a web address are no other one when they are cut', async () => {
    const long = `https://acme.com/${'x'.repeat(3000)}`;
    const spaced = `https://acme.com/${'x'.repeat(2031)}   and more`;
    const { inputs } = await readUrlItems(['b.org', long, spaced]);
    expect(inputs).toHaveLength(3);
    expect(inputs.slice(1).filter((input) => toWebUrl(input.trim()) !== null || !isFree(input))).toEqual([]);
    for (const input of inputs) expect(input.length).toBeLessThan(2117);
  });

  it('without a single URL are rejected, and the error names the first lines', async () => {
    await expect(readUrlItems(['', 'no address', 'neither'])).rejects.toMatchObject({
      status: 400,
      message: 'None of the lines is a valid URL: line 2 “no address”, line 3 “neither”.',
      details: {
        invalid: [
          { line: 2, text: 'no address' },
          { line: 3, text: 'neither' },
        ],
      },
    });
    await expect(readUrlItems([' ', ''])).rejects.toMatchObject({ message: WEBSITE_MESSAGES.noUrls });
  });
});
