import type { ErasureReceipt } from '#contract/person-rights.ts';
import { plural } from '#contract/plural.ts';
import { forgetAddresses } from '../bounce-data/person-bounces.ts';
import { cleanLeadFiles } from '../leads/clean-lead-files.ts';
import { forgetExported } from '../leads/exported-person.ts';
import type { LeadDeps } from '../leads/lead-search.ts';
import { forgetGone } from '../leads/notices/sent-notices.ts';
import { addOptOutsAndDeleteLeads } from '../leads/opted-out-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { runHeavy } from '../platform/database/database-turns.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type EraseRowDeps, eraseFound } from './erase-rows.ts';
import { bounceKeys, type Found } from './find-records.ts';
import { notifyHolders } from './notices.ts';
import type { PersonEntry } from './person-check.ts';
import type { PersonParts } from './person-parts.ts';
import { searchPerson } from './person-report.ts';

export type EraseDeps = EraseRowDeps & LeadDeps;

/**
 * Erases a person: adds the person to the opt-out list, which keeps only keyed hashes, removes everything that a report finds,
 * tells the accounts that got it, and searches again. Safe to repeat: what an interrupted erasure left goes with the next one.
 */
export async function erasePerson(
  deps: EraseDeps,
  person: readonly PersonEntry[],
  parts: PersonParts,
): Promise<ErasureReceipt> {
  const at = new Date(deps.clock.now()).toISOString();
  const before = await searchPerson(deps, person, parts);
  const kept = [
    {
      what: 'A keyed hash of each address, profile and phone, in the opt-out list',
      why: 'It keeps the person out of later imports and restored backups. No one can read it.',
    },
  ];
  return runHeavy('operator', async () => {
    const { db } = deps.database;
    // Before anything is gone: an erasure that is interrupted tells them the next time.
    const notices = await notifyHolders(deps, person, before);
    if (deps.warehouse.hasData()) {
      try {
        await addOptOutsAndDeleteLeads(deps, person);
      } catch (error) {
        // A table of others, of which the second search finds the leads.
        if (!(error instanceof OperatorError)) throw error;
        kept.push({ what: 'Leads in a table that Leadwell did not create', why: error.message });
      }
    } else await addOptOuts(deps, person, async () => {});
    await eraseFound(deps, person, before.found, parts);
    await forgetAddresses(db, bounceKeys(deps, person));
    await forgetExported(db, before.keys);
    // Which have only the keys of leads.
    if (deps.warehouse.hasData()) await forgetGone(deps.warehouse);
    const leadFilesCleaned = deps.warehouse.hasData() ? await cleanLeadFiles(deps.warehouse) : true;
    const after = await searchPerson(deps, person, parts);
    const told = notices.length > 0 ? newMails(before.found, after.found) : [];
    if (told.length > 0)
      kept.push({
        what: `${plural(told.length, 'new email')} in the outbox of the data folder`,
        why: 'That is how the accounts that had the person are told. Once they have been, erase the person again to delete it.',
      });
    const found = after.found.filter((one) => !told.includes(one));
    for (const { ref, place } of found)
      if (ref.kind === 'row' && ref.declared.erased.by === 'keep')
        kept.push({ what: place, why: ref.declared.erased.why });
    if (after.report.backups.length > 0)
      kept.push({
        what: `${plural(after.report.backups.length, 'backup')} from before`,
        why: 'They are read only by a restore, which carries over the opt-out list and removes the person again.',
      });
    return {
      at,
      endedAt: new Date(deps.clock.now()).toISOString(),
      person: person.map(({ kind, value }) => ({ kind, value })),
      deleted: gone(before.found, found, (one) => !isCleared(one)),
      cleared: gone(before.found, found, isCleared),
      kept: [...new Map(kept.map((one) => [one.what, one])).values()],
      left: counted(found.filter((one) => !isKept(one))),
      notices,
      leadFilesCleaned,
    };
  });
}

/** The mails that were written to the outbox during an erasure. */
function newMails(before: readonly Found[], after: readonly Found[]): readonly Found[] {
  const paths = (all: readonly Found[]) => all.flatMap(({ ref }) => (ref.kind === 'file' ? ref.path : []));
  const known = new Set(paths(before));
  return after.filter(({ ref }) => ref.kind === 'file' && !known.has(ref.path));
}

function isKept({ ref }: Found): boolean {
  return ref.kind === 'row' && ref.declared.erased.by === 'keep';
}

/** Whether an erasure only takes the person out of the record: a company's phone out of a lead, a text out of a log. */
function isCleared({ ref }: Found): boolean {
  if (ref.kind === 'lead') return !ref.isPerson;
  return ref.kind === 'row' && ref.declared.erased.by === 'cells';
}

/** What was there before and isn't any more, by place. */
function gone(
  before: readonly Found[],
  after: readonly Found[],
  which: (one: Found) => boolean,
): { place: string; records: number }[] {
  const left = new Map(counted(after.filter(which)).map(({ place, records }) => [place, records]));
  return counted(before.filter(which))
    .map(({ place, records }) => ({ place, records: records - (left.get(place) ?? 0) }))
    .filter(({ records }) => records > 0);
}

function counted(found: readonly Found[]): { place: string; records: number }[] {
  return [...Map.groupBy(found, ({ place }) => place)].map(([place, some]) => ({
    place,
    records: some.length,
  }));
}
