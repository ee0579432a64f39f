import type { UserRow } from '../accounts/identity.ts';

export const APP_METADATA = { provider: 'email', providers: ['email'] } as const;

/** A user in the format of supabase-js. Times are ISO 8601 in UTC. */
export interface AuthUser {
  id: string;
  aud: 'authenticated';
  role: 'authenticated';
  email: string;
  /** the unconfirmed new address, only in the response to the request that set it */
  new_email?: string;
  phone: '';
  email_confirmed_at: string | null;
  confirmed_at: string | null;
  last_sign_in_at: string | null;
  app_metadata: typeof APP_METADATA;
  user_metadata: Record<string, unknown>;
  identities: object[];
  created_at: string;
  updated_at: string;
  is_anonymous: false;
}

export function toAuthUser(row: UserRow): AuthUser {
  const confirmedAt = row.email_confirmed_at?.toISOString() ?? null;
  const lastSignInAt = row.last_sign_in_at?.toISOString() ?? null;
  const createdAt = row.created_at.toISOString();
  return {
    id: row.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: row.email,
    phone: '',
    email_confirmed_at: confirmedAt,
    confirmed_at: confirmedAt,
    last_sign_in_at: lastSignInAt,
    app_metadata: APP_METADATA,
    user_metadata: row.user_metadata,
    identities: [
      {
        identity_id: row.id,
        id: row.id,
        user_id: row.id,
        identity_data: { sub: row.id, email: row.email, email_verified: confirmedAt !== null },
        provider: 'email',
        last_sign_in_at: lastSignInAt,
        created_at: createdAt,
        updated_at: createdAt,
        email: row.email,
      },
    ],
    created_at: createdAt,
    updated_at: row.updated_at.toISOString(),
    is_anonymous: false,
  };
}
