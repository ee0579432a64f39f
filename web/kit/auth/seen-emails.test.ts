import { describe, expect, it } from 'vitest';
import { addSeenEmail, parseSeenEmails } from './seen-emails.ts';

describe('the emails used in this browser', () => {
  it('are unique, newest first', () => {
    let stored = addSeenEmail(null, 'a@example.com');
    stored = addSeenEmail(stored, 'b@example.com');
    stored = addSeenEmail(stored, 'a@example.com');
    expect(parseSeenEmails(stored)).toEqual(['a@example.com', 'b@example.com']);
  });

  it('are limited to 20', () => {
    let stored: string | null = null;
    for (let n = 0; n < 30; n += 1) stored = addSeenEmail(stored, `${n}@example.com`);
    expect(parseSeenEmails(stored)).toHaveLength(20);
    expect(parseSeenEmails(stored)[0]).toBe('29@example.com');
  });

  it.each(['{', '"text"', '[{"mail":1}]', 'null'])('start over if the stored value is %s', (broken) => {
    expect(parseSeenEmails(broken)).toEqual([]);
    expect(parseSeenEmails(addSeenEmail(broken, 'a@example.com'))).toEqual(['a@example.com']);
  });
});
