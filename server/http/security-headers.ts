import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { playerUrl } from '#contract/playlist.ts';

/**
 * Security headers of every response. Scripts must come from our own files; inline styles are allowed because
 * the component libraries position popovers with them. The only frame is the player of the tutorials, if the operator
 * has a playlist. The proxy that terminates TLS is responsible for HSTS.
 */
export function securityHeaders({
  tutorialsPlaylist,
}: {
  tutorialsPlaylist: string | undefined;
}): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      ...(tutorialsPlaylist ? { frameSrc: [new URL(playerUrl(tutorialsPlaylist)).origin] } : {}),
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });
}
