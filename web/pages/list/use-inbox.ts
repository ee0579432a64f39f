import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import { LIST_INBOX_CALLS } from '#contract/calls/list-inbox-calls.ts';
import type { InboxView } from '#contract/list-inbox.ts';
import type { ListView } from '#contract/lists.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { useRepeatKey } from '../../lib/use-repeat-key.ts';

/** How often the last requests are read again while they are shown. */
const READ_MS = 5000;

/** The address of a list that takes rows, and what can be done with it. `onRows`: rows came in while it is open. */
export function useInbox(id: string, { open, onRows }: { open: boolean; onRows: (list: ListView) => void }) {
  const queries = useQueryClient();
  const queryKey = ['list-inbox', id];
  const [secret, setSecret] = useState<string | null>(null);
  const found = useQuery({
    queryKey,
    enabled: open,
    queryFn: ({ signal }) => invoke(LIST_INBOX_CALLS.listInbox, { id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.inbox ? READ_MS : false),
  });
  const latest = found.data?.inbox?.messages.find(({ added, updated }) => added + updated > 0)?.at ?? null;
  const known = useRef<string | null | undefined>(undefined);
  const tell = useEffectEvent(async () => {
    const { list } = await invoke(LIST_CALLS.listRows, { id, limit: 1 });
    onRows(list);
  });
  useEffect(() => {
    if (!found.data) return;
    const isNews = known.current !== undefined && known.current !== latest && latest !== null;
    known.current = latest;
    // The table behind shows them when it is opened again.
    if (isNews) void tell().catch(() => {});
  }, [found.data, latest]);
  const onError = (error: Error) => void toast.error(failureMessage(error));
  const show = (inbox: InboxView | null) => queries.setQueryData(queryKey, { inbox });
  const repeat = useRepeatKey();
  const onSuccess = (made: { secret: string; inbox: InboxView }) => {
    repeat.renew();
    setSecret(made.secret);
    show(made.inbox);
  };
  return {
    ...found,
    inbox: found.data?.inbox ?? null,
    /** a new one, which is shown until `forgetSecret` */
    secret,
    forgetSecret: () => setSecret(null),
    create: useMutation({
      mutationFn: () => invoke(LIST_INBOX_CALLS.listInboxCreate, { id }, { idempotencyKey: repeat.key() }),
      onSuccess,
      onError,
    }),
    rotate: useMutation({
      mutationFn: () => invoke(LIST_INBOX_CALLS.listInboxRotate, { id }, { idempotencyKey: repeat.key() }),
      onSuccess,
      onError,
    }),
    remove: useMutation({
      mutationFn: () => invoke(LIST_INBOX_CALLS.listInboxDelete, { id }),
      onSuccess: () => {
        repeat.renew();
        show(null);
        toast.success('The address has been removed.');
      },
      onError,
    }),
  };
}
