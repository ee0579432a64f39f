import { describe, expect, it } from 'vitest';
import { addSeenEmail, parseSeenEmails } from './seen-emails.ts';

describe('the emails seen in this browser', () => {
  it('keeps each once, newest first', () => {
    let kept = addSeenEmail(null, 'a@example.com');
    kept = addSeenEmail(kept, 'b@example.com');
    kept = addSeenEmail(kept, 'a@example.com');
    expect(parseSeenEmails(kept)).toEqual(['a@example.com', 'b@example.com']);
  });

  it('keeps no more than 20', () => {
    let kept: string | null = null;
    for (let n = 0; n < 30; n += 1) kept = addSeenEmail(kept, `${n}@example.com`);
    expect(parseSeenEmails(kept)).toHaveLength(20);
    expect(parseSeenEmails(kept)[0]).toBe('29@example.com');
  });

  it.each(['{', '"text"', '[{"mail":1}]', 'null'])('begins anew when it finds %s', (broken) => {
    expect(parseSeenEmails(broken)).toEqual([]);
    expect(parseSeenEmails(addSeenEmail(broken, 'a@example.com'))).toEqual(['a@example.com']);
  });
});
