import type { TaskType } from '#contract/tasks.ts';
import { LINKEDIN_FAULT_LABELS, linkedinUrlOf, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import { createHostResolver } from '#net/dns.ts';
import { createJsonCaller } from '#net/http/guarded-json.ts';
import type { Tool, ToolItem, ToolOutcome } from '../tool.ts';
import {
  emptyLinkedinRow,
  type LinkedinRow,
  type LinkedinSource,
  parseLinkedinInput,
  ROW_ERRORS,
  USED_TOOLS,
} from './definition.ts';
import { Draft } from './engine/draft.ts';
import { shardKey } from './engine/item-keys.ts';
import { createProfileProvider } from './net/profile-provider.ts';
import { flow } from './run/flow.ts';
import type { LinkedinPorts } from './run/ports.ts';
import { leadNameStep, leadStep } from './run/steps/lead-steps.ts';
import { pageStep, providerStep } from './run/steps/provider-steps.ts';
import type { Step, StepContext } from './run/steps/step.ts';
import { domainStep, emailStep } from './run/steps/tool-steps.ts';

/** What the configuration says to the run: plain values, which another thread gets as copies. */
export interface LinkedinRunOptions {
  /** the steps in their order; one may appear again */
  steps: readonly LinkedinSource[];
  provider: { url: string; key: string | null } | null;
  dnsServers: readonly string[] | null;
  allowPrivateNetwork: boolean;
}

type Outcome = ToolOutcome<LinkedinRow>;

const PROVIDER_LIMIT_MS = 20_000;
/** A saved profile page in the answer of a provider. */
const PROVIDER_MAX_BYTES = 4_000_000;
const OPTED_OUT = 'This person asked not to be listed';

/**
 * Enriches LinkedIn profiles step by step. `tools`: USED_TOOLS, as far as they exist.
 * Never fetches anything from LinkedIn.
 */
export function createRun(
  { steps: names, provider: service, dnsServers, allowPrivateNetwork }: LinkedinRunOptions,
  { leads, optOuts }: LinkedinPorts,
  tools: ReadonlyMap<TaskType, Tool> = new Map(),
  now: () => number = Date.now,
): Tool<LinkedinRow> {
  const policy = { allowPrivateNetwork };
  const resolver = service && createHostResolver({ dnsServers, policy });
  const caller =
    resolver &&
    createJsonCaller({ resolver, policy, limitMs: PROVIDER_LIMIT_MS, maxBytes: PROVIDER_MAX_BYTES });
  const provider = service && caller && createProfileProvider({ caller, ...service });
  const [companies, emails] = [tools.get(USED_TOOLS.companies.type), tools.get(USED_TOOLS.emails.type)];
  const usesLeads = names.includes('leads') || names.includes('leads-by-name');
  const available: Readonly<Partial<Record<LinkedinSource, Step | null | undefined>>> = {
    leads: leadStep(leads),
    'leads-by-name': leadNameStep(leads),
    page: pageStep,
    provider: provider && providerStep(provider),
    'company-domain': companies && domainStep(companies),
    email: emails && emailStep(emails, usesLeads ? leads : null),
  };
  const steps = names.flatMap((name) => available[name] ?? []);
  const time = () => new Date(now()).toISOString();

  /** Rows of drafts, without people who opted out: a source may know their emails. */
  async function outcomesOf(drafts: readonly Draft[]): Promise<Outcome[]> {
    const listed = await optOuts.listed(
      drafts.map((draft) => ({
        profiles: [...draft.profiles].map(linkedinUrlOf),
        emails: [...draft.emails],
        domains: draft.get('companyDomain')?.split(/\s/) ?? [],
      })),
    );
    return drafts.map((draft, at) =>
      listed[at] ? optedOut(draft) : { position: draft.position, ...draft.toRow(time()) },
    );
  }

  return {
    type: 'linkedin-enrichment',
    shardKey,
    async *run(items, signal, options = {}) {
      const { refused, drafts } = readItems(items);
      for (const outcome of refused) {
        if (signal.aborted) return;
        yield outcome;
      }
      const listed = await optOuts.listed(
        drafts.map(({ profile }) => ({ profiles: [profile.url], emails: [], domains: [] })),
      );
      yield* drafts.filter((_, at) => listed[at]).map(optedOut);
      const context: StepContext = { signal, options, now: time };
      const open = drafts.filter((_, at) => !listed[at]);
      for await (const done of flow(open, steps, context)) yield* await outcomesOf(done);
    },
    async close() {
      await caller?.close();
      resolver?.close();
    },
  };
}

function readItems(items: readonly ToolItem[]): { refused: Outcome[]; drafts: Draft[] } {
  const refused: Outcome[] = [];
  const drafts: Draft[] = [];
  for (const { position, input: text } of items) {
    const input = parseLinkedinInput(text);
    const reading = readLinkedinProfile(input.linkedinUrl);
    if (reading.ok) {
      drafts.push(new Draft(position, input, reading.profile));
      continue;
    }
    const reason = LINKEDIN_FAULT_LABELS[reading.fault];
    const row = emptyLinkedinRow(input, reason, reason);
    refused.push({ position, row, found: false, failed: true, final: true, billable: false });
  }
  return { refused, drafts };
}

function optedOut({ position, input, profile }: Draft): Outcome {
  const row = { ...emptyLinkedinRow(input, ROW_ERRORS.notFound, OPTED_OUT), linkedinUrl: profile.url };
  return { position, row, found: false, failed: false, billable: false };
}
