import type { Refusal } from '../guard.ts';

/** Why a page was not read: a code for machines and a sentence for people. */
const PAGE_FAULT_REASONS = {
  'private-address': "This address is in a private network, so we didn't visit it",
  'port-refused': 'We only visit the standard web ports (80 and 443)',
  'unsupported-scheme': 'This is not a web address',
  'domain-not-found': 'This domain does not exist',
  'dns-failed': "We couldn't look up the domain",
  unreachable: "We couldn't reach the website",
  'cut-off': 'The website closed the connection',
  tls: "The website doesn't have a valid security certificate",
  timeout: 'The website took too long to respond',
  blocked: 'The website blocked our visit',
  'rate-limited': 'The website asked us to try again later',
  'not-found': 'The page does not exist',
  'server-error': 'The website returned a server error',
  'unexpected-answer': "The website's response isn't a page",
  'invalid-answer': 'The website returned an invalid response',
  'not-html': 'This is a file, not a web page',
  empty: 'The page is empty',
  'too-large': 'The page is too large',
  'too-many-redirects': 'The page redirects too many times',
  robots: "The website's robots.txt asks crawlers not to visit this page",
  'robots-unreadable': "We couldn't read the website's robots.txt, so we didn't visit it",
  'robots-html': "The website shows a web page in place of its robots.txt, so we didn't visit it",
  'mining-reserved': 'The website reserves data mining, so we read nothing from this page',
  avoided: 'We send no requests to this website',
  stopped: 'The task was stopped',
} as const;
export type PageFaultCode = keyof typeof PAGE_FAULT_REASONS;

export interface PageFault {
  code: PageFaultCode;
  /** explanation for a salesperson, without a period */
  reason: string;
  /** HTTP status, if the server responded */
  status: number | null;
}

/** Creates a fault with its standard reason, followed by `detail` in parentheses. */
export function pageFault(code: PageFaultCode, status: number | null = null, detail?: string): PageFault {
  const reason = PAGE_FAULT_REASONS[code];
  return { code, reason: detail ? `${reason} (${detail})` : reason, status };
}

/** Whether a fault occurred before any HTTP response, so that another scheme or host name may still work. */
export function isConnectFault(fault: PageFault): boolean {
  return (
    fault.status === null &&
    ['domain-not-found', 'dns-failed', 'unreachable', 'cut-off', 'tls', 'timeout', 'invalid-answer'].includes(
      fault.code,
    )
  );
}

export function refusalFault(refusal: Refusal): PageFault {
  if (refusal === 'port') return pageFault('port-refused');
  if (refusal === 'scheme') return pageFault('unsupported-scheme');
  return pageFault('private-address');
}

/** The fault of an HTTP status outside 200–299, after redirects. */
export function statusFault(status: number): PageFault {
  if (status === 404 || status === 410) return pageFault('not-found', status, `${status}`);
  if (status === 429) return pageFault('rate-limited', status, `${status}`);
  // 999 is LinkedIn's block, 451 a legal one; request filters use 405 and 406 to block bots.
  if ([401, 402, 403, 405, 406, 407, 451, 999].includes(status))
    return pageFault('blocked', status, `${status}`);
  if (status >= 500 && status < 600) return pageFault('server-error', status, `${status}`);
  return pageFault('unexpected-answer', status, `${status}`);
}

const TLS_DETAILS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'issued for another domain',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown issuer',
};

const CUT_OFF = [
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];

/** The fault of a socket, TLS or HTTP parser error. `status`: the HTTP status, if headers were received. */
export function errorFault(error: unknown, status: number | null): PageFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Not all parser errors have a code.
  const isParserError = error instanceof Error && error.name === 'HTTPParserError';
  if (isParserError || code === 'UND_ERR_HEADERS_OVERFLOW') return pageFault('invalid-answer', status);
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return pageFault('timeout', status);
  if (code in TLS_DETAILS) return pageFault('tls', status, TLS_DETAILS[code]);
  if (/^(?:CERT_|ERR_TLS|ERR_SSL)/.test(code) || code === 'EPROTO') return pageFault('tls', status);
  if (CUT_OFF.includes(code)) return pageFault('cut-off', status);
  return pageFault('unreachable', status);
}
