import { z } from 'zod';
import { isCompany, isFullName } from '#engines/linkedin-profile/same-person.ts';
import type { Tool, ToolOutcome } from '../../tool.ts';
import type { Draft } from '../draft.ts';
import type { Step, StepContext } from './step.ts';

/** What is read of a row of company to domain, and of the email finder. */
const DomainRow = z.object({ domain: z.string().nullable(), explanation: z.string() });
const EmailRow = z.object({
  verified_email: z.string().nullable(),
  best_guess: z.string().nullable(),
  explanation: z.string(),
});

/** Company to domain, for the email finder. */
export function domainStep(tool: Tool): Step {
  return {
    name: 'company-domain',
    wants: (draft) =>
      draft.get('email') === null &&
      draft.get('companyDomain') === null &&
      isFullName(draft.get('name') ?? '') &&
      isCompany(draft.get('company') ?? ''),
    async run(drafts, context) {
      // Colleagues share one lookup.
      const groups = [...Map.groupBy(drafts, (draft) => draft.get('company') ?? '')];
      const inputs = groups.map(([company]) => company.replace(/^[\s{]+/, ''));
      for await (const { position, row, failed } of outcomes(tool, inputs, context)) {
        const read = DomainRow.safeParse(row);
        const [, group = []] = groups[position] ?? [];
        for (const draft of group) {
          if (!read.success) draft.fail('company-domain', 'Company to domain gave no result');
          else if (read.data.domain !== null)
            draft.supplyField('companyDomain', read.data.domain, {
              step: 'company-domain',
              detail: 'Company to domain',
              at: context.now(),
            });
          else if (failed) draft.fail('company-domain', read.data.explanation);
          else draft.note('company-domain', `No domain found. ${read.data.explanation}`);
        }
      }
    },
  };
}

/** The email finder. Only verified addresses count; a guess is only named. */
export function emailStep(tool: Tool): Step {
  return {
    name: 'email',
    wants: (draft) =>
      draft.get('email') === null &&
      draft.get('companyDomain') !== null &&
      isFullName(draft.get('name') ?? ''),
    async run(drafts, context) {
      const inputs = drafts.map((draft) =>
        JSON.stringify({
          first_name: draft.get('name'),
          last_name: '',
          domain: draft.get('companyDomain'),
        }),
      );
      for await (const { position, row, failed } of outcomes(tool, inputs, context)) {
        const draft = drafts[position];
        const read = EmailRow.safeParse(row);
        if (!draft) continue;
        if (!read.success) draft.fail('email', 'The email finder gave no result');
        else addEmail(draft, read.data, failed, context);
      }
    },
  };
}

function addEmail(draft: Draft, row: z.infer<typeof EmailRow>, failed: boolean, { now }: StepContext): void {
  const domain = draft.get('companyDomain');
  if (row.verified_email !== null) {
    draft.supplyField('email', row.verified_email, {
      step: 'email',
      detail: `Email finder, verified with the mail server of ${domain}`,
      at: now(),
    });
    return;
  }
  const guess = row.best_guess === null ? '' : ` Best guess: ${row.best_guess}`;
  if (failed) draft.fail('email', `${row.explanation}.${guess}`);
  else draft.note('email', `No verified email. ${row.explanation}.${guess}`);
}

function outcomes(
  tool: Tool,
  inputs: readonly string[],
  { signal, options }: StepContext,
): AsyncIterable<ToolOutcome> {
  return tool.run(
    inputs.map((input, position) => ({ position, input })),
    signal,
    options,
  );
}
