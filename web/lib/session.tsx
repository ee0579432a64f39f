import type { EmailOtpType, User } from '@supabase/supabase-js';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import { MESSAGES } from '#contract/messages.ts';
import { removeAllSavedFiles } from './saved-file.ts';
import { AUTH_STORAGE_KEY, endStoredSession, hasStoredSession, supabase } from './supabase.ts';

export interface SessionUser {
  id: string;
  email: string;
  /** As given at sign-up; empty when there is none. */
  name: string;
}

/** A code with the address it was sent to, or the token of a link. */
export type MailProof = { type: EmailOtpType } & ({ token_hash: string } | { email: string; token: string });

export interface Session {
  user: SessionUser | null;
  /** True until it is known whether somebody is signed in. */
  loading: boolean;
  /** Rejects with the auth client's AuthError. */
  signIn(email: string, password: string): Promise<void>;
  /** Rejects with the auth client's AuthError. */
  signUp(name: string, email: string, password: string): Promise<void>;
  /** Proves an address with a mailed code or link, which signs in. Rejects with the auth client's AuthError. */
  verifyMail(proof: MailProof): Promise<void>;
  /** Ends the session here even when the server cannot be told. */
  signOut(): Promise<void>;
}

/** How long leaving waits for the server to hear of it. */
const TELL_SERVER_MS = 2000;

const SessionContext = createContext<Session | null>(null);

function sessionUser(user: User): SessionUser {
  const name: unknown = user.user_metadata.name;
  return { id: user.id, email: user.email ?? '', name: typeof name === 'string' ? name : '' };
}

/** Keeps the session of this browser. Another tab that signs in or out is followed. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<SessionUser | null>(null);
  const [loading, setLoading] = useState(hasStoredSession);
  const following = useRef<Promise<void>>(undefined);
  /** whether somebody is signed in here and has not asked to leave */
  const staying = useRef(false);

  const settle = useCallback((next: SessionUser | null) => {
    staying.current = next !== null;
    setUser((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    setLoading(false);
  }, []);

  /** Loads the client, subscribes once and takes over the session it holds. */
  const follow = useCallback((): Promise<void> => {
    following.current ??= (async () => {
      const client = await supabase();
      client.auth.onAuthStateChange((event, session) => {
        if (event === 'SIGNED_OUT' && staying.current) toast.info(MESSAGES.auth.sessionEnded);
        settle(session ? sessionUser(session.user) : null);
      });
      const { data } = await client.auth.getSession();
      settle(data.session ? sessionUser(data.session.user) : null);
    })();
    following.current.catch(() => {
      following.current = undefined;
      setLoading(false);
    });
    return following.current;
  }, [settle]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      // A null key is localStorage.clear(). The client itself tells tabs that have loaded it; the others learn it here.
      if (event.key !== AUTH_STORAGE_KEY && event.key !== null) return;
      if (hasStoredSession()) void follow();
      else settle(null);
    };
    window.addEventListener('storage', onStorage);
    if (hasStoredSession()) void follow();
    return () => window.removeEventListener('storage', onStorage);
  }, [follow, settle]);

  const session = useMemo<Session>(
    () => ({
      user,
      loading,
      async signIn(email, password) {
        await follow();
        const { error } = await (await supabase()).auth.signInWithPassword({ email, password });
        if (error) throw error;
      },
      async signUp(name, email, password) {
        await follow();
        const { error } = await (await supabase()).auth.signUp({
          email,
          password,
          options: { data: { name } },
        });
        if (error) throw error;
      },
      async verifyMail(proof) {
        await follow();
        const { error } = await (await supabase()).auth.verifyOtp(proof);
        if (error) throw error;
      },
      async signOut() {
        // Here first: with the server down or its answer late, whoever leaves is gone from this browser all the same.
        const told = endStoredSession();
        settle(null);
        void removeAllSavedFiles();
        // The client may be about to refresh what was just dropped; this makes it let go.
        void supabase()
          .then(({ auth }) => auth.signOut({ scope: 'local' }))
          .catch(() => {});
        await Promise.race([told, new Promise((resolve) => setTimeout(resolve, TELL_SERVER_MS))]);
      },
    }),
    [user, loading, follow, settle],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session; only below SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession outside of SessionProvider');
  return session;
}
