import type { Refusal } from '../guard.ts';

/** Why a page was not read: one code for machines, one sentence for people. */
const PAGE_FAULT_REASONS = {
  'private-address': 'This address is inside a private network, so it was not visited',
  'port-refused': 'Only the normal web ports (80 and 443) are visited',
  'unsupported-scheme': 'This is not a web address',
  'domain-not-found': 'This domain does not exist',
  'dns-failed': 'The domain could not be looked up',
  unreachable: 'The website could not be reached',
  'cut-off': 'The website broke off the connection',
  tls: 'The website has no valid security certificate',
  timeout: 'The website took too long to answer',
  blocked: 'The website blocked our visit',
  'rate-limited': 'The website asked us to come back later',
  'not-found': 'The page does not exist',
  'server-error': 'The website had an error of its own',
  'unexpected-answer': 'The website gave an answer that is not a page',
  'invalid-answer': 'The website gave an answer that could not be read',
  'not-html': 'This is a file, not a web page',
  empty: 'The page is empty',
  'too-large': 'The page is too large',
  'too-many-redirects': 'The page forwards in circles',
  robots: 'The website asks robots not to visit this page (robots.txt)',
  'robots-unreadable': 'The website’s robots.txt could not be read, so it was left alone',
  stopped: 'The work was stopped',
} as const;
export type PageFaultCode = keyof typeof PAGE_FAULT_REASONS;

export interface PageFault {
  code: PageFaultCode;
  /** for a salesperson, without a full stop */
  reason: string;
  /** HTTP status, where an answer came */
  status: number | null;
}

/** A fault with its standard sentence; `detail` is put behind it in brackets. */
export function pageFault(code: PageFaultCode, status: number | null = null, detail?: string): PageFault {
  const reason = PAGE_FAULT_REASONS[code];
  return { code, reason: detail ? `${reason} (${detail})` : reason, status };
}

/** Faults of the way to a server, before any HTTP answer: another scheme or host name may still lead there. */
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

/** An HTTP status outside 200–299 and the redirects -> its fault. */
export function statusFault(status: number): PageFault {
  if (status === 404 || status === 410) return pageFault('not-found', status, `${status}`);
  if (status === 429) return pageFault('rate-limited', status, `${status}`);
  // 999 is LinkedIn's own refusal, 451 a legal one; 405 and 406 are what request filters answer to a robot.
  if ([401, 402, 403, 405, 406, 407, 451, 999].includes(status))
    return pageFault('blocked', status, `${status}`);
  if (status >= 500 && status < 600) return pageFault('server-error', status, `${status}`);
  return pageFault('unexpected-answer', status, `${status}`);
}

const TLS_DETAILS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'it is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it belongs to another name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown',
};

const CUT_OFF = [
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_INFO',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];

/** What a socket, TLS or the HTTP parser threw -> its fault. `answered` is the status once headers had come. */
export function errorFault(error: unknown, answered: number | null): PageFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // The parser's errors do not all have a code.
  const unparsable = error instanceof Error && error.name === 'HTTPParserError';
  if (unparsable || code === 'UND_ERR_HEADERS_OVERFLOW') return pageFault('invalid-answer', answered);
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return pageFault('timeout', answered);
  if (code in TLS_DETAILS) return pageFault('tls', answered, TLS_DETAILS[code]);
  if (/^(?:CERT_|ERR_TLS|ERR_SSL)/.test(code) || code === 'EPROTO') return pageFault('tls', answered);
  if (CUT_OFF.includes(code)) return pageFault('cut-off', answered);
  return pageFault('unreachable', answered);
}
