import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icons,
  INodeProperties,
} from 'n8n-workflow';

/** A server, and an API key of an account there. */
export class LeadwellApi implements ICredentialType {
  name = 'leadwellApi';

  displayName = 'Leadwell API';

  icon: Icons = { light: 'file:../icons/leadwell.light.svg', dark: 'file:../icons/leadwell.dark.svg' };

  documentationUrl = 'https://leadwell.example/api';

  properties: INodeProperties[] = [
    {
      displayName: 'Server',
      name: 'url',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://leads.acme.com',
      description: 'The address of the Leadwell server',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description:
        'A key with the permissions Read and Run. Create it under API in the dashboard of the server',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url}}', url: '/v1/balance' },
  };
}
