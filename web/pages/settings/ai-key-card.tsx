import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AI_KEY_CALLS } from '#contract/calls/ai-key-calls.ts';
import type { AiKeyView } from '#contract/list-ai.ts';
import { ModelFields } from '../../kit/lists/model-fields.tsx';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import { SettingsCard } from './settings-card.tsx';

const AI_KEY = [AI_KEY_CALLS.aiKey.name] as const;
const SERVICE = 'https://api.openai.com/v1';

/** The account's key for an AI model: set once, never shown again, and used by columns of all lists. */
export default function AiKeyCard() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: AI_KEY,
    queryFn: ({ signal }) => invoke(AI_KEY_CALLS.aiKey, {}, { signal }),
  });
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const box = useRestoredFocus<HTMLDivElement>(open !== null);
  const key = data?.key ?? null;
  const isForm = data !== undefined && (key === null || open === 'change');
  return (
    <SettingsCard
      id="ai"
      title="Key for an AI model"
      help="Columns of all your lists can ask this model. They cost no credits: the service charges you for what they use."
      aside={key && <Badge tone="success">Set</Badge>}
    >
      {error && !data && (
        <LoadFailure
          title="We couldn't load whether you have a key"
          busy={isFetching}
          onRetry={() => refetch()}
        >
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && <Skeleton className="h-16" />}
      <div ref={box} tabIndex={-1} className="grid gap-4 outline-none">
        {key && (
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{key.model}</p>
            <p className="text-sm text-muted-foreground wrap-anywhere">
              {key.url} · Saved {formatDate(key.savedAt)}
            </p>
          </div>
        )}
        {isForm && <KeyForm stored={key} onDone={() => setOpen(null)} />}
        {key && open === 'remove' && <Removal onDone={() => setOpen(null)} />}
        {key && open === null && (
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => setOpen('change')}>
              Change
            </Button>
            <Button variant="ghost" onClick={() => setOpen('remove')}>
              Remove key
            </Button>
          </div>
        )}
      </div>
    </SettingsCard>
  );
}

function KeyForm({ stored, onDone }: { stored: AiKeyView | null; onDone: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState({ url: stored?.url ?? SERVICE, model: stored?.model ?? '', key: '' });
  const save = useMutation({
    mutationFn: () => invoke(AI_KEY_CALLS.aiKeySave, draft),
    onSuccess: (saved) => {
      queries.setQueryData(AI_KEY, saved);
      toast.success('Your key is saved.');
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid max-w-md gap-4">
      {save.error && <Alert tone="danger">{failureMessage(save.error)}</Alert>}
      <ModelFields
        draft={draft}
        hasKey={stored !== null}
        modelHint="A column can choose another one of the same service."
        onDraft={setDraft}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          Save key
        </Button>
        {stored && (
          <Button variant="ghost" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

function Removal({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => invoke(AI_KEY_CALLS.aiKeyDelete, {}),
    onSuccess: () => {
      queries.setQueryData(AI_KEY, { key: null });
      toast.success('Your key is removed.');
      onDone();
    },
  });
  return (
    <div className="grid gap-3">
      {remove.error && <Alert tone="danger">{failureMessage(remove.error)}</Alert>}
      <Alert
        tone="warning"
        title="Remove your key?"
        action={
          <>
            <Button variant="danger" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
              Remove key
            </Button>
            <Button variant="ghost" size="sm" onClick={onDone}>
              Keep it
            </Button>
          </>
        }
      >
        Columns that use it fill no more cells until you enter another one. Their values stay.
      </Alert>
    </div>
  );
}
