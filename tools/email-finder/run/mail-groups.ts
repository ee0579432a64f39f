import type { MailServers } from '#net/smtp/mail-servers.ts';
import type { SmtpPatience } from '#net/smtp/smtp-session.ts';
import { askServers, isPassing } from './ask-servers.ts';
import type { Asking, DomainJob } from './domain-job.ts';
import { MailLine } from './mail-line.ts';
import type { Told } from './settle-asking.ts';

export interface MailGroupParts {
  servers: MailServers;
  patience: SmtpPatience;
  /** waits before each further round of what was put off */
  greylistRetryMs: readonly number[];
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** told how many requests begin to wait, or, less than 0, have waited */
  onWait: (requests: number) => void;
  /** takes what a request came to */
  conclude: (asking: Asking, job: DomainJob, told: Told) => Promise<void>;
  /** takes an error that ends the run */
  fail: (error: unknown) => void;
}

/** The jobs of one run whose domains have the same best mail host. */
interface MailGroup {
  jobs: DomainJob[];
  lines: number;
  /** the host may allow us one connection only */
  mostLines: number;
}

export interface MailGroups {
  /** Has a job's pending requests asked about. */
  enqueue(job: DomainJob): void;
}

const LINES_PER_HOST = 2;
/** A domain with so many requests left is worth a second connection. */
const SHARED_FROM = 20;
/** Sessions of one domain that may break before the rest of its requests is left alone. */
const MOST_LOSSES = 2;

/** Asks mail servers about all requests of a run, the domains of one host in turn on at most two lines. */
export function createMailGroups(parts: MailGroupParts, signal: AbortSignal): MailGroups {
  const groups = new Map<string, MailGroup>();

  function nextJob(group: MailGroup): DomainJob | undefined {
    while (group.jobs[0]?.pending.length === 0) group.jobs.shift();
    return group.jobs.find(({ pending, lines }) => pending.length > (lines === 0 ? 0 : SHARED_FROM * lines));
  }

  function startLines(group: MailGroup): void {
    while (!signal.aborted && group.lines < group.mostLines && nextJob(group)) {
      group.lines += 1;
      workLine(group).catch(parts.fail);
    }
  }

  async function workLine(group: MailGroup): Promise<void> {
    const line = new MailLine(parts.servers, parts.patience, signal);
    try {
      for (let job = nextJob(group); job; job = nextJob(group)) {
        job.lines += 1;
        const goOn = await workJob(group, job, line).finally(() => {
          job.lines -= 1;
        });
        if (signal.aborted) return;
        endRound(job);
        if (!goOn) break;
      }
    } finally {
      group.lines -= 1;
      void line.leave();
      startLines(group);
    }
  }

  /** False when this line is one too many. */
  async function workJob(group: MailGroup, job: DomainJob, line: MailLine): Promise<boolean> {
    const mayWait = job.round < parts.greylistRetryMs.length;
    for (let asking = job.pending.shift(); asking; asking = job.pending.shift()) {
      if (job.catchAll === 'accepted') {
        const evidence = { kind: 'reply', meaning: 'accepted', catchAll: 'accepted' } as const;
        await parts.conclude(asking, job, { evidence, candidate: null, host: null, source: 'mail-server' });
        continue;
      }
      const outcome = await askServers(asking, job, line);
      if (signal.aborted) return false;
      if (outcome.kind === 'lost' && outcome.fault.crowded && group.lines > 1) {
        job.pending.unshift(asking);
        group.mostLines = 1;
        return false;
      }
      if (mayWait && (outcome.kind === 'later' || (outcome.kind === 'lost' && isPassing(outcome.fault)))) {
        job.later.push(asking);
        // The server talks to nobody now; the others need not try.
        if (outcome.kind === 'lost') job.later.push(...job.pending.splice(0));
        continue;
      }
      const { evidence, candidate } = outcome;
      if (candidate && evidence.kind === 'reply' && evidence.catchAll === 'refused')
        job.learn(asking, candidate);
      const host = outcome.kind === 'told' ? outcome.host : null;
      const source = evidence.kind === 'unasked' ? null : 'mail-server';
      await parts.conclude(asking, job, { evidence, candidate, host, source });
      if (outcome.kind !== 'lost') continue;
      job.losses += 1;
      if (!outcome.opening && job.losses < MOST_LOSSES) continue;
      for (const rest of job.pending.splice(0))
        await parts.conclude(rest, job, { evidence, candidate: null, host: null, source });
    }
    return true;
  }

  /** When nobody works on the job any more, what was put off comes again after a wait. */
  function endRound(job: DomainJob): void {
    if (job.lines > 0 || job.pending.length > 0 || job.later.length === 0) return;
    const wait = parts.greylistRetryMs[job.round] ?? 0;
    job.round += 1;
    job.losses = 0;
    const again = job.later.splice(0);
    parts.onWait(again.length);
    parts.pause(wait, signal).then(
      () => {
        parts.onWait(-again.length);
        job.pending.push(...again);
        enqueue(job);
      },
      (error: unknown) => {
        if (!signal.aborted) parts.fail(error);
      },
    );
  }

  function enqueue(job: DomainJob): void {
    const [best] = job.hosts;
    if (!best || job.pending.length === 0) return;
    const group = groups.get(best.name) ?? { jobs: [], lines: 0, mostLines: LINES_PER_HOST };
    groups.set(best.name, group);
    if (!group.jobs.includes(job)) group.jobs.push(job);
    startLines(group);
  }

  return { enqueue };
}
