import { CONNECTION_SCOPES } from '#contract/connections.ts';

/** The page where a person decides. */
const CONSENT_PATH = '/connect';
export const TOKEN_PATH = '/oauth/token';
export const REGISTER_PATH = '/oauth/register';
export const REVOKE_PATH = '/oauth/revoke';

/** What tokens are for (RFC 8707): the address of the tools for assistants. */
export function resourceUrl(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** Where `/mcp` says how to get a token (RFC 9728 §3). */
export function resourceMetadataUrl(publicUrl: string): string {
  return `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
}

/** RFC 9728 */
export function resourceMetadata(publicUrl: string): Record<string, unknown> {
  return {
    resource: resourceUrl(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: CONNECTION_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Leadwell',
    resource_documentation: `${publicUrl}/dashboard/api`,
  };
}

/** RFC 8414, with RFC 9207 and client ID metadata documents. The issuer is the origin, without a slash at its end. */
export function serverMetadata(publicUrl: string): Record<string, unknown> {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}${CONSENT_PATH}`,
    token_endpoint: `${publicUrl}${TOKEN_PATH}`,
    registration_endpoint: `${publicUrl}${REGISTER_PATH}`,
    revocation_endpoint: `${publicUrl}${REVOKE_PATH}`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: CONNECTION_SCOPES,
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/dashboard/api`,
  };
}
