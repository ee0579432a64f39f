import { z } from 'zod';
import { mcpTool } from './mcp-tool.ts';
import { SPENDING } from './money.ts';
import { RESULT_OUTPUT, workNow } from './task-tools.ts';

export const contactTools = [
  mcpTool({
    name: 'find_email',
    title: 'Find an email',
    description:
      'The work email of one person, verified with the mail server. Costs 1 credit if there is an answer.',
    input: z.object({
      first_name: z.string().trim().min(1).max(100),
      last_name: z.string().trim().min(1).max(100),
      domain: z.string().trim().min(1).max(253).describe("the company's website or domain"),
      ...SPENDING,
    }),
    output: RESULT_OUTPUT,
    readOnly: false,
    run: (calls, { first_name, last_name, domain, ...spending }) =>
      workNow(calls, 'people', [[first_name, last_name, domain].map(withoutCommas).join(', ')], spending),
  }),
  mcpTool({
    name: 'verify_email',
    title: 'Verify an email',
    description: 'Whether a mailbox exists, asked of its mail server. Costs 1 credit if there is an answer.',
    input: z.object({ email: z.string().trim().min(3).max(320), ...SPENDING }),
    output: RESULT_OUTPUT,
    readOnly: false,
    run: (calls, { email, ...spending }) => workNow(calls, 'emails', [email], spending),
  }),
  mcpTool({
    name: 'extract_website',
    title: 'Extract a website',
    description: 'The emails, phones and social profiles of one website. Costs 1 credit if it can be read.',
    input: z.object({ url: z.string().trim().min(1).max(2000), ...SPENDING }),
    output: RESULT_OUTPUT,
    readOnly: false,
    run: (calls, { url, ...spending }) => workNow(calls, 'websites', [url], spending),
  }),
];

/** A comma would end the cell. */
function withoutCommas(text: string): string {
  return text.replace(/[,;\t]+/g, ' ');
}
