import type { EmailOtpType, User } from '@supabase/auth-js';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { ProviderName } from '#contract/sign-in.ts';
import type { ProviderResponse } from './auth-calls.ts';
import type { Departure } from './origin.ts';
import { removeAllSavedFiles } from './saved-file.ts';
import {
  AUTH_STORAGE_KEY,
  endStoredSession,
  freshSession,
  hasStoredSession,
  sessionToKeep,
} from './stored-session.ts';
import {
  forgetSession,
  isSecondFactorNeeded,
  lastSecondFactorTicket,
  supabase,
  whenAuthLoads,
} from './supabase.ts';

export interface SessionUser {
  id: string;
  email: string;
  /** From sign-up; may be empty. */
  name: string;
}

/** An emailed code with its address, or the token of an emailed link. */
export type MailProof = { type: EmailOtpType } & ({ token_hash: string } | { email: string; token: string });

export interface Session {
  user: SessionUser | null;
  /** True until it's known whether a user is signed in. */
  loading: boolean;
  /** How the last session in this tab ended; null while signed in, and if there was none. */
  departure: Departure | null;
  /** Rejects with the auth client's AuthError. */
  signIn(email: string, password: string): Promise<void>;
  /** Rejects with the auth client's AuthError. */
  signUp(name: string, email: string, password: string): Promise<void>;
  /** Signs in with an emailed code or link. Rejects with the auth client's AuthError. */
  verifyMail(proof: MailProof): Promise<void>;
  /** A sign-in is right so far and waits for the code of the authenticator app. */
  secondFactorNeeded: boolean;
  /** Finishes that sign-in and resolves to the email of the account. Rejects with AuthCallError. */
  enterSecondFactor(code: string): Promise<string>;
  /** Drops that sign-in. */
  cancelSecondFactor(): void;
  /**
   * Finishes a sign-in at a provider with what it sent back. Resolves to the provider if it is now connected to
   * the account, else to null. Rejects with AuthCallError.
   */
  finishAtProvider(response: ProviderResponse): Promise<ProviderName | null>;
  /** Ends the session in this browser, even if the server can't be reached. */
  signOut(): Promise<void>;
}

/** How long sign-out waits for the server. */
const SIGN_OUT_WAIT_MS = 2000;

const SessionContext = createContext<Session | null>(null);

function sessionUser(user: User): SessionUser {
  const name: unknown = user.user_metadata.name;
  return { id: user.id, email: user.email ?? '', name: typeof name === 'string' ? name : '' };
}

function storedUser(): SessionUser | null {
  const fresh = freshSession();
  return fresh && sessionUser(fresh.user);
}

/** Provides this browser's session and follows sign-ins and sign-outs in other tabs. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState(storedUser);
  const [loading, setLoading] = useState(() => hasStoredSession() && !freshSession());
  const [departure, setDeparture] = useState<Departure | null>(null);
  const [ticket, setTicket] = useState<string | null>(null);
  const connecting = useRef<Promise<void>>(undefined);
  /** null as soon as the user logs out in this tab */
  const current = useRef(user);
  const { key: page } = useLocation();
  const openPage = useRef(page);
  useEffect(() => {
    openPage.current = page;
  }, [page]);

  const settle = useCallback((next: SessionUser | null, how: Departure['how'] = 'logged-out') => {
    const left = current.current;
    current.current = next;
    if (next) {
      setDeparture(null);
      // Another tab may have finished this sign-in, or another one. The auth client also reports the session that is there
      // again and again, such as whenever the page becomes visible.
      if (next.id !== left?.id) setTicket(null);
    } else if (left) setDeparture({ how, userId: left.id, page: openPage.current });
    setUser((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    setLoading(false);
  }, []);

  /** Loads the auth client and adopts its session. */
  const connect = useCallback((): Promise<void> => {
    connecting.current ??= (async () => {
      const { auth } = await supabase();
      const { data, error } = await auth.getSession();
      // Without a connection. The next call tries again, and so does the client.
      if (error) connecting.current = undefined;
      const kept = sessionToKeep(data.session, false);
      settle(kept && sessionUser(kept.user));
    })();
    connecting.current.catch(() => {
      connecting.current = undefined;
      setLoading(false);
    });
    return connecting.current;
  }, [settle]);

  useEffect(() => {
    whenAuthLoads((auth) => {
      auth.onAuthStateChange((event, session) => {
        const ended = event === 'SIGNED_OUT';
        const kept = sessionToKeep(session, ended);
        settle(kept && sessionUser(kept.user), ended ? 'session-ended' : 'logged-out');
      });
    });
  }, [settle]);

  useEffect(() => {
    let renewal: number | undefined;
    /** Follows what is stored. The auth client is only loaded for a session that has to be renewed. */
    const follow = () => {
      window.clearTimeout(renewal);
      const fresh = freshSession();
      if (fresh) {
        settle(sessionUser(fresh.user));
        renewal = window.setTimeout(connect, fresh.renewAt - Date.now());
      } else if (hasStoredSession()) void connect();
      else settle(null);
    };
    const onStorage = (event: StorageEvent) => {
      // A null key means localStorage.clear().
      if (event.key !== AUTH_STORAGE_KEY && event.key !== null) return;
      follow();
    };
    const onOnline = () => {
      if (hasStoredSession()) follow();
    };
    window.addEventListener('storage', onStorage);
    window.addEventListener('online', onOnline);
    if (hasStoredSession()) follow();
    return () => {
      window.clearTimeout(renewal);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('storage', onStorage);
    };
  }, [connect, settle]);

  const noticed = useCallback((error: unknown): unknown => {
    if (isSecondFactorNeeded(error)) setTicket(lastSecondFactorTicket() ?? null);
    return error;
  }, []);

  const session = useMemo<Session>(
    () => ({
      user,
      loading,
      departure,
      async signIn(email, password) {
        await connect();
        const { error } = await (await supabase()).auth.signInWithPassword({ email, password });
        if (error) throw noticed(error);
      },
      async signUp(name, email, password) {
        await connect();
        const { error } = await (await supabase()).auth.signUp({
          email,
          password,
          options: { data: { name } },
        });
        if (error) throw error;
      },
      async verifyMail(proof) {
        await connect();
        const { error } = await (await supabase()).auth.verifyOtp(proof);
        if (error) throw noticed(error);
      },
      secondFactorNeeded: ticket !== null,
      async enterSecondFactor(code) {
        const { enterSecondFactor } = await import('./auth-calls.ts');
        const email = await enterSecondFactor(ticket, code);
        setTicket(null);
        return email;
      },
      cancelSecondFactor: () => setTicket(null),
      async finishAtProvider(response) {
        await connect();
        try {
          const { finishAtProvider } = await import('./auth-calls.ts');
          return await finishAtProvider(response);
        } catch (error) {
          throw noticed(error);
        }
      },
      async signOut() {
        // This browser first: the server may be slow or down.
        const ended = endStoredSession();
        settle(null);
        setTicket(null);
        void removeAllSavedFiles();
        // The client would renew the session that was just removed.
        forgetSession();
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT_MS))]);
      },
    }),
    [user, loading, departure, ticket, connect, settle, noticed],
  );

  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session. Throws outside of SessionProvider. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession must be used inside SessionProvider');
  return session;
}
