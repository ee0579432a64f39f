import { describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { readUrlItems } from './read-urls.ts';

describe('pasted lines', () => {
  it('become one item per URL, as first written, in order', async () => {
    const lines = [' acme.com ', '', 'https://acme.com', 'ACME.com/#x', '//b.org/1', 'http://acme.com'];
    expect(await readUrlItems(lines)).toEqual({
      inputs: ['acme.com', '//b.org/1', 'http://acme.com'],
      positions: [0, null, 0, 0, 1, 2],
    });
  });

  it('that are not URLs stay items next to URLs', async () => {
    const lines = ['acme.com', 'no address', 'mailto:a@b.com', 'bad\0line', '\ud800'];
    const { inputs } = await readUrlItems(lines);
    expect(inputs).toEqual(['acme.com', 'no address', 'mailto:a@b.com', 'badline', '\ufffd']);
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
    await expect(readUrlItems([' ', ''])).rejects.toMatchObject({ message: MESSAGES.extraction.noUrls });
  });
});
