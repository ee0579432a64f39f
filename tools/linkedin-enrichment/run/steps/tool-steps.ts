import { z } from 'zod';
import { LINKEDIN_DOMAINS } from '#engines/list-items/linkedin.ts';
import type { Tool, ToolOutcome } from '../../../tool.ts';
import { USED_TOOLS } from '../../definition.ts';
import type { Draft } from '../../engine/draft.ts';
import { hasNamesake } from '../../engine/lead-matches.ts';
import { isCompany, isFullName } from '../../engine/same-person.ts';
import type { LinkedinPorts } from '../ports.ts';
import { knownContacts } from './lead-steps.ts';
import type { Step, StepContext } from './step.ts';

/** What is read of the rows of the two tools. */
const DomainRow = z.object({ domain: z.string().nullable(), explanation: z.string() });
const EmailRow = z.object({
  verified_email: z.string().nullable(),
  best_guess: z.string().nullable(),
  explanation: z.string(),
});

/** Finds the domain of the company, which the step for the email needs. */
export function domainStep(tool: Tool): Step {
  return {
    name: 'company-domain',
    wants: (draft) =>
      draft.get('email') === null &&
      draft.get('companyDomain') === null &&
      isFullName(draft.get('name') ?? '') &&
      isCompany(draft.get('company') ?? ''),
    async *run(all, context) {
      const drafts = all.filter((draft) => !worksAtLinkedin(draft));
      const others = all.filter(worksAtLinkedin);
      for (const draft of others)
        draft.note('company-domain', 'Not looked up: no requests are sent to LinkedIn');
      yield others;
      // Colleagues share one lookup.
      const groups = [...Map.groupBy(drafts, (draft) => draft.get('company') ?? '')];
      const inputs = groups.map(([company]) => company.replace(/^[\s{]+/, ''));
      for await (const { position, row, failed } of outcomes(tool, inputs, context)) {
        const read = DomainRow.safeParse(row);
        const [, group = []] = groups[position] ?? [];
        for (const draft of group) {
          if (!read.success) draft.fail('company-domain', `${USED_TOOLS.companies.name} gave no result`);
          else if (read.data.domain !== null)
            draft.supplyField('companyDomain', read.data.domain, {
              step: 'company-domain',
              detail: USED_TOOLS.companies.name,
              at: context.now(),
            });
          else if (failed) draft.fail('company-domain', read.data.explanation);
          else draft.note('company-domain', `No domain found. ${read.data.explanation}`);
        }
        yield group;
      }
    },
  };
}

/** A lookup of the domain would look for LinkedIn's own website: also of "LinkedIn Learning", not of "LinkedInsight". */
function worksAtLinkedin(draft: Draft): boolean {
  return /^[^\p{L}\p{N}]*linked[\s-]?in(?![\p{L}\p{N}])/iu.test(draft.get('company') ?? '');
}

/**
 * Finds the email. Only verified addresses count; a guess is only named. `leads`: the lead databases, if the
 * steps use them; they know namesakes, whose email it could be.
 */
export function emailStep(tool: Tool, leads: LinkedinPorts['leads'] | null): Step {
  return {
    name: 'email',
    wants(draft) {
      const domain = draft.get('companyDomain');
      const isOpen = domain !== null && !LINKEDIN_DOMAINS.includes(domain);
      return isOpen && draft.get('email') === null && isFullName(draft.get('name') ?? '');
    },
    async *run(all, context) {
      const drafts = leads ? await withoutNamesakes(all, leads) : all;
      yield all.filter((draft) => !drafts.includes(draft));
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
        if (!read.success) draft.fail('email', `${USED_TOOLS.emails.name} gave no result`);
        else addEmail(draft, read.data, failed, context);
        yield [draft];
      }
    },
  };
}

async function withoutNamesakes(
  drafts: readonly Draft[],
  leads: LinkedinPorts['leads'],
): Promise<readonly Draft[]> {
  const employed = drafts.filter((draft) => isCompany(draft.get('company') ?? ''));
  const people = employed.map((draft) => ({
    name: draft.get('name') ?? '',
    company: draft.get('company') ?? '',
  }));
  const answer = people.length > 0 ? await leads.byName(people) : null;
  if (!answer || answer.failed) return drafts;
  const unclear = new Set<Draft>();
  for (const [index, draft] of employed.entries()) {
    const person = people[index];
    if (!person || !hasNamesake(answer.found[index] ?? [], { ...person, ...knownContacts(draft) })) continue;
    unclear.add(draft);
    draft.note(
      'email',
      `Not looked for: the lead databases have another ${person.name} at this company, and the email could be theirs`,
    );
  }
  return drafts.filter((draft) => !unclear.has(draft));
}

function addEmail(draft: Draft, row: z.infer<typeof EmailRow>, failed: boolean, { now }: StepContext): void {
  const domain = draft.get('companyDomain');
  if (row.verified_email !== null) {
    draft.supplyField('email', row.verified_email, {
      step: 'email',
      detail: `${USED_TOOLS.emails.name}, verified with the mail server of ${domain}`,
      at: now(),
    });
    return;
  }
  // An opt-out holds for what the note says, too.
  if (row.best_guess !== null) draft.emails.add(row.best_guess.toLowerCase());
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
