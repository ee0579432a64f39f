import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { errors, type JWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { acceptedSecrets, type SigningSecrets, signingSecret } from '../../platform/server-secrets.ts';

export const ACCESS_TOKEN_SECONDS = 3600;
const AUDIENCE = 'authenticated';
const ALGORITHM = 'ES256';

/** The claims of a token besides the standard ones. Metadata never grants any permission. */
interface AccessClaims {
  accountId: string;
  sessionId: string;
  email: string;
  appMetadata: object;
  userMetadata: object;
  /** how the user signed in */
  method: 'password' | 'otp' | 'oauth';
  /** a code of an authenticator app or a recovery code was checked too */
  secondFactor: boolean;
  /** when the user signed in, in seconds since the epoch */
  signedInAt: number;
}

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<{ token: string; expiresAt: number }>;
  /** null: forged, expired or not ours. Doesn't check whether the session still exists. */
  verify(token: string): Promise<{ accountId: string; sessionId: string } | null>;
  /** The public keys (RFC 7517): two while AUTH_SECRET_OLD is set. */
  jwks: { keys: JWK[] };
}

const Claims = z.object({ sub: z.uuid(), session_id: z.uuid() });

/** Access tokens: JWTs signed with ES256. All servers with the same AUTH_SECRET derive the same key. */
export function createAccessTokens(parts: {
  secrets: SigningSecrets;
  issuer: string;
  /** Rejects tokens from other issuers. Only for an operator-defined public URL. */
  verifyIssuer: boolean;
  clock: Clock;
}): AccessTokens {
  const { secrets } = parts;
  const latest = deriveKey(secrets.authSecret);
  const keys = new Map(acceptedSecrets(secrets).map((secret) => [secret, deriveKey(secret)]));
  return {
    jwks: {
      keys: [...keys.values()].map(({ publicJwk, kid }) => ({
        ...publicJwk,
        kid,
        alg: ALGORITHM,
        use: 'sig',
        key_ops: ['verify'],
      })),
    },
    sign: async (claims) => {
      const issuedAt = Math.floor(parts.clock.now() / 1000);
      const { kid, privateKey } = keys.get(signingSecret(secrets, parts.clock.now())) ?? latest;
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
      const token = await new SignJWT({
        email: claims.email,
        phone: '',
        role: 'authenticated',
        session_id: claims.sessionId,
        app_metadata: claims.appMetadata,
        user_metadata: claims.userMetadata,
        aal: claims.secondFactor ? 'aal2' : 'aal1',
        amr: (claims.secondFactor ? ['totp', claims.method] : [claims.method]).map((method) => ({
          method,
          timestamp: claims.signedInAt,
        })),
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' })
        .setSubject(claims.accountId)
        .setAudience(AUDIENCE)
        .setIssuer(parts.issuer)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey);
      return { token, expiresAt };
    },
    verify: async (token) => {
      try {
        const keyOf = (header: { kid?: string }) =>
          ([...keys.values()].find(({ kid }) => kid === header.kid) ?? latest).publicKey;
        const { payload } = await jwtVerify(token, keyOf, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          // Without a PUBLIC_URL the issuer contains the port, and a port change must not sign everyone out.
          ...(parts.verifyIssuer ? { issuer: parts.issuer } : {}),
          requiredClaims: ['exp', 'iat', 'sub'],
          currentDate: new Date(parts.clock.now()),
        });
        const claims = Claims.safeParse(payload);
        return claims.success ? { accountId: claims.data.sub, sessionId: claims.data.session_id } : null;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

/** The order of P-256's base point (FIPS 186-5, SP 800-186 §3.2.1.3). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** 64 bits more than the order, to avoid modulo bias (FIPS 186-5 A.2.1). */
const SEED_BYTES = 40;

interface SigningKey {
  kid: string;
  publicJwk: { kty: string; crv: string; x: string; y: string };
  privateKey: KeyObject;
  publicKey: KeyObject;
}

function deriveKey(authSecret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', authSecret, '', 'leadwell access token ES256', SEED_BYTES));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (P256_ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(d);
  // An uncompressed point: 04, x, y.
  const point = curve.getPublicKey();
  const publicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
  };
  return {
    kid: thumbprint(publicJwk),
    publicJwk,
    privateKey: createPrivateKey({ key: { ...publicJwk, d: d.toString('base64url') }, format: 'jwk' }),
    publicKey: createPublicKey({ key: publicJwk, format: 'jwk' }),
  };
}

/** JWK thumbprint (RFC 7638), which needs the members in alphabetical order. */
function thumbprint({ crv, kty, x, y }: { crv: string; kty: string; x: string; y: string }): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
