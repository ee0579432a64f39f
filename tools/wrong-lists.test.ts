import { expect, it } from 'vitest';
import { issueMessage } from '#contract/issue-messages.ts';
import * as TOOLS from './index/definitions.ts';

it.each([
  [TOOLS.websiteExtraction, 'urls'],
  [TOOLS.companyToDomain, 'company_names'],
  [TOOLS.linkedinEnrichment, 'linkedinUrls'],
] as const)('%# a text in place of a list: says what to send', ({ calls: { start } }, field) => {
  const messageOf = (input: object) => start.input.safeParse(input, { error: issueMessage }).error?.issues[0];
  expect(messageOf({ [field]: 'acme' })?.message).toBe(`${field} must be a list, such as ["acme"]`);
  expect(messageOf({})?.message).toMatch(/^Please enter/);
});
