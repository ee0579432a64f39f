import { decideAccess } from '#contract/access.ts';
import type { AccountView } from '#contract/account.ts';
import { plural } from '#contract/plural.ts';
import { type PastedProfiles, readPastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { listDraftFormat } from '#web/kit/list-draft.ts';
import type { ListFormParts } from '#web/kit/list-form.tsx';
import { FreeRepeats } from '#web/kit/quote.tsx';
import { RefusalLink } from '#web/kit/refusal-link.tsx';
import type { FreeItems } from '#web/kit/use-free-repeats.ts';
import { includesWork } from '#web/lib/account.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { linkedinEnrichment, writeLinkedinInput } from '../definition.ts';
import { LINKEDIN_MESSAGES } from '../messages.ts';
import { creditRefusal, mostCredits } from './credit-check.ts';
import { type ProfileDraft, profileRequest, validationMessage, withFile, withPage } from './draft.ts';
import { ListNotes } from './list-notes.tsx';
import { isPageFile, readSavedPage } from './saved-page.ts';

const MAX_PAGES = 50;

/** The form for a list of profile URLs, which also takes saved profile pages. */
export const PROFILE_FORM: ListFormParts<
  ProfileDraft,
  PastedProfiles,
  typeof linkedinEnrichment.calls.start
> = {
  tool: linkedinEnrichment,
  drafts: listDraftFormat(linkedinEnrichment.task.type, { pages: [] }),
  field: {
    label: 'One profile URL per line, or cells from a spreadsheet',
    placeholder: linkedinEnrichment.task.sample.join('\n'),
  },
  files: {
    label: 'File with profile URLs',
    accept: '.txt,.csv,.tsv,.html,.htm,text/plain,text/csv,text/html',
    dropHint: 'Drop a TXT, CSV or XLSX file, or a saved profile page',
    kinds: 'TXT, CSV, XLSX or HTML',
  },
  action: 'Enrich Profiles',
  starting: LINKEDIN_MESSAGES.processing,
  note: 'You only pay for profiles with data.',
  read: ({ text, column }) => readPastedProfiles(text, { column }),
  items: ({ entries }) =>
    entries
      .filter(({ fault }) => fault === null)
      .map(({ linkedinUrl }) => writeLinkedinInput({ linkedinUrl, name: null, company: null, page: null })),
  count: ({ profiles }, { pages }) => profiles + pages.length,
  validate: (list, { text, pages }, { account, count, free }) =>
    validationMessage(text, list, pages.length) ?? creditRefusal(account, count, free),
  request: (list, { keepsColumns, pages }) => ({
    ...profileRequest(list, keepsColumns),
    ...(pages.length > 0 ? { pages: pages.map(({ html }) => html) } : {}),
  }),
  addFile: (file, draft) => {
    if (!isPageFile(file)) return withFile(draft, file.text);
    if (draft.pages.length >= MAX_PAGES)
      return { problem: `Add at most ${MAX_PAGES} saved pages at a time.` };
    return withPage(draft, readSavedPage(file.name, file.text));
  },
  notes: (props) => <ListNotes {...props} />,
  quote: (cost) => <ProfileQuote {...cost} />,
};

/** The badges of the specification (lead tools §2), and what is free. */
function ProfileQuote({
  count,
  account,
  free: found,
}: {
  count: number;
  account: AccountView | undefined;
  free: FreeItems;
}) {
  const { repeats, free, sample } = found;
  const most = mostCredits(count, found);
  const included = includesWork(account);
  const credits = Number(account?.credits);
  const access =
    account &&
    !sample &&
    decideAccess({ ...account, createdAt: Date.parse(account.createdAt) }, Date.now(), {
      ...account,
      free: count > 0 && free === count,
    });
  const short = account && !included && credits < most;
  return (
    <div className="grid min-w-0 gap-1.5 text-sm tabular-nums">
      <div role="status" className="flex flex-wrap items-center gap-2">
        <Badge tone={count > 0 ? 'outline' : 'neutral'}>{plural(count, 'URL')} detected</Badge>
        {account && !included && (
          <Badge tone={short ? 'warning' : 'neutral'}>
            {sample ? 'Free sample' : `Credits needed: ${formatNumber(most)}`}
          </Badge>
        )}
      </div>
      <FreeRepeats repeats={repeats} count={count} />
      {access && !access.allowed ? (
        <p className="text-warning">
          {access.message} <RefusalLink reason={access.reason} />
        </p>
      ) : (
        account && (
          <p className="text-muted-foreground">
            {included
              ? 'Included in your plan.'
              : `You have ${plural(credits, 'credit')}. You only pay for profiles with data.`}
          </p>
        )
      )}
    </div>
  );
}
