import type { Draft } from '../../engine/draft.ts';
import type { LeadPerson } from '../../engine/lead-matches.ts';
import { type KnownPerson, leadByName, leadsOfProfile } from '../../engine/lead-matches.ts';
import { isCompany, isFullName } from '../../engine/same-person.ts';
import type { LinkedinPorts } from '../ports.ts';
import type { Step } from './step.ts';

type Leads = LinkedinPorts['leads'];

/** The lead databases by the URL of the profile. */
export function leadStep(leads: Leads): Step {
  return {
    name: 'leads',
    wants: (draft) => !draft.isComplete(),
    async *run(drafts) {
      const answer = await leads.byProfile(drafts.map(({ profile }) => profile.key));
      for (const [index, draft] of drafts.entries()) {
        if (answer.failed) draft.fail('leads', answer.reason);
        else addLeads(draft, answer.found[index] ?? []);
      }
      yield drafts;
    },
  };
}

function addLeads(draft: Draft, found: readonly LeadPerson[]): void {
  const match = leadsOfProfile(found, draft.profile, draft.get('name'));
  if (match.problem !== null) draft.note('leads', match.problem);
  for (const { source, at, facts } of match.leads) draft.supply({ step: 'leads', detail: source, at }, facts);
}

/** The lead databases by name and company, if exactly one person fits. */
export function leadNameStep(leads: Leads): Step {
  return {
    name: 'leads-by-name',
    wants: (draft) =>
      !draft.isComplete() && isFullName(draft.get('name') ?? '') && isCompany(draft.get('company') ?? ''),
    async *run(drafts) {
      const people = drafts.map((draft) => ({
        name: draft.get('name') ?? '',
        company: draft.get('company') ?? '',
      }));
      const answer = await leads.byName(people);
      for (const [index, draft] of drafts.entries()) {
        const person = people[index];
        if (answer.failed) draft.fail('leads-by-name', answer.reason);
        else if (person) addByName(draft, { ...person, ...knownContacts(draft) }, answer.found[index] ?? []);
      }
      yield drafts;
    },
  };
}

/** What a row knows to tell its person from namesakes. */
export function knownContacts({ profile, emails }: Draft): Pick<KnownPerson, 'profile' | 'emails'> {
  return { profile, emails };
}

function addByName(draft: Draft, person: KnownPerson, found: readonly LeadPerson[]): void {
  const match = leadByName(found, person);
  if (match.problem !== null) draft.note('leads-by-name', match.problem);
  for (const { source, at, facts } of match.leads)
    draft.supply({ step: 'leads-by-name', detail: `${source}, by name and company`, at }, facts);
}
