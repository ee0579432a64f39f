import type { ReadyRecipe } from '../../tool.ts';

/** The recipes that everyone has, each with a list to try it with. */
export const READY_RECIPES: readonly ReadyRecipe[] = [
  {
    recipe: {
      name: 'Companies to verified emails',
      description:
        'Finds the domain of each company, reads its website, and verifies the email that it shows.',
      columns: [
        { name: 'Company', type: 'text', role: 'company' },
        { name: 'Country', type: 'text', role: 'country' },
      ],
      steps: [
        {
          kind: 'tool',
          name: 'Find company domains',
          conditions: [],
          tries: [
            {
              tool: 'company-to-domain',
              options: {},
              inputs: { company: 'Company', country: 'Country' },
              accepts: [],
            },
          ],
          outputs: [{ field: 'domain', name: 'Domain' }],
        },
        {
          kind: 'tool',
          name: 'Find contacts on websites',
          conditions: [],
          tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Domain' }, accepts: [] }],
          outputs: [
            { field: 'company_email', name: 'Company email' },
            { field: 'phones', name: 'Phones' },
          ],
        },
        {
          kind: 'tool',
          name: 'Verify emails',
          conditions: [],
          tries: [
            {
              tool: 'csv-extraction',
              options: {},
              inputs: { email: 'Company email' },
              accepts: ['deliverable'],
            },
          ],
          outputs: [
            { field: 'email', name: 'Verified email' },
            { field: 'status', name: 'Verdict' },
          ],
        },
      ],
    },
    sample: [
      'Company\tCountry',
      'Mozilla\tUS',
      'Wikimedia Foundation\tUS',
      'KDE\tDE',
      'Blender Foundation\tNL',
    ],
  },
  {
    recipe: {
      name: 'People to verified emails',
      description:
        'Cleans the names, finds the domain of each company, and finds the work email of each person.',
      columns: [
        { name: 'First name', type: 'text', role: 'first_name' },
        { name: 'Last name', type: 'text', role: 'last_name' },
        { name: 'Company', type: 'text', role: 'company' },
      ],
      steps: [
        {
          kind: 'name',
          name: 'Clean names',
          conditions: [],
          inputs: { first_name: 'First name', last_name: 'Last name' },
          outputs: [
            { field: 'first_name', name: 'Clean first name' },
            { field: 'last_name', name: 'Clean last name' },
          ],
        },
        {
          kind: 'tool',
          name: 'Find company domains',
          conditions: [],
          tries: [{ tool: 'company-to-domain', options: {}, inputs: { company: 'Company' }, accepts: [] }],
          outputs: [{ field: 'domain', name: 'Domain' }],
        },
        {
          kind: 'tool',
          name: 'Find emails',
          conditions: [],
          tries: [
            {
              tool: 'csv-extraction',
              options: {},
              inputs: { first_name: 'Clean first name', last_name: 'Clean last name', domain: 'Domain' },
              accepts: ['deliverable'],
            },
          ],
          outputs: [
            { field: 'email', name: 'Email' },
            { field: 'status', name: 'Verdict' },
          ],
        },
      ],
    },
    sample: ['First name\tLast name\tCompany', 'Ada\tSample\tMozilla', 'Ben\tSample\tBlender Foundation'],
  },
  {
    recipe: {
      name: 'Websites to contacts',
      description:
        'Reads each website for emails, phones and profiles: for results of Google Maps, and for any list with websites.',
      columns: [{ name: 'Website', type: 'url', role: 'website' }],
      steps: [
        {
          kind: 'tool',
          name: 'Find contacts on websites',
          conditions: [],
          tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Website' }, accepts: [] }],
          outputs: [
            { field: 'company_email', name: 'Email' },
            { field: 'emails', name: 'All emails' },
            { field: 'phones', name: 'Phones' },
            { field: 'linkedin_url', name: 'LinkedIn' },
          ],
        },
      ],
    },
    sample: ['Name\tWebsite', 'Blender\thttps://www.blender.org', 'KDE\thttps://kde.org'],
  },
  {
    recipe: {
      name: 'LinkedIn profiles to emails',
      description: 'Finds name, job title, company and email of each LinkedIn profile.',
      columns: [{ name: 'LinkedIn', type: 'url', role: 'linkedin' }],
      steps: [
        {
          kind: 'tool',
          name: 'Enrich LinkedIn profiles',
          conditions: [],
          tries: [{ tool: 'linkedin-enrichment', options: {}, inputs: { profile: 'LinkedIn' }, accepts: [] }],
          outputs: [
            { field: 'name', name: 'Name' },
            { field: 'title', name: 'Job title' },
            { field: 'company', name: 'Company' },
            { field: 'email', name: 'Email' },
          ],
        },
      ],
    },
    sample: ['LinkedIn', 'https://www.linkedin.com/in/ada-sample'],
  },
  {
    recipe: {
      name: 'Clean an old list',
      description:
        'Cleans the names and verifies the emails that you have. Then merge duplicates, and leave out your customers.',
      columns: [
        { name: 'Full name', type: 'text', role: 'full_name' },
        { name: 'Email', type: 'email', role: 'email' },
      ],
      steps: [
        {
          kind: 'name',
          name: 'Clean names',
          conditions: [],
          inputs: { full_name: 'Full name' },
          outputs: [
            { field: 'first_name', name: 'Clean first name' },
            { field: 'last_name', name: 'Clean last name' },
            { field: 'check', name: 'Check name' },
          ],
        },
        {
          kind: 'tool',
          name: 'Verify emails',
          conditions: [],
          tries: [
            { tool: 'csv-extraction', options: {}, inputs: { email: 'Email' }, accepts: ['deliverable'] },
          ],
          outputs: [
            { field: 'email', name: 'Verified email' },
            { field: 'status', name: 'Verdict' },
          ],
        },
      ],
    },
    sample: ['Full name\tEmail', 'Dr. ADA SAMPLE\tinfo@kde.org', 'sample, ben\tnobody@example.com'],
  },
  {
    recipe: {
      name: 'Leads to website phones',
      description:
        'Reads the website of each lead’s company for phones: for the file of a lead search, or any list with websites.',
      columns: [{ name: 'Website', type: 'url', role: 'website' }],
      steps: [
        {
          kind: 'tool',
          name: 'Find phones on websites',
          conditions: [],
          tries: [{ tool: 'website-extraction', options: {}, inputs: { website: 'Website' }, accepts: [] }],
          outputs: [{ field: 'phones', name: 'Website phones' }],
        },
      ],
    },
    sample: [
      'Name\tTitle\tCompany\tWebsite',
      'Ada Sample\tHead of Design\tBlender Foundation\thttps://www.blender.org',
      'Ben Sample\tTreasurer\tKDE\thttps://kde.org',
    ],
  },
];
