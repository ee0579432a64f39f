import { expect, it } from 'vitest';
import { MESSAGES } from '#contract/messages.ts';
import { newEmailSchema } from './email-card.tsx';

it("rejects the account's own address, in any case", () => {
  const schema = newEmailSchema('ada@example.com');
  expect(schema.safeParse({ email: ' Ada@Example.com ' }).error?.issues[0]?.message).toBe(
    MESSAGES.settings.sameEmail,
  );
  expect(schema.parse({ email: 'ada@new.example' })).toEqual({ email: 'ada@new.example' });
});
