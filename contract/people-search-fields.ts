/** What people call the filters of a people search URL, by their names in it. */
const LABELS = new Map(
  Object.entries({
    personTitles: 'Job titles',
    personNotTitles: 'Excluded job titles',
    includeSimilarTitles: 'Similar job titles',
    personSeniorities: 'Seniority',
    personLocations: 'Location',
    personNotLocations: 'Excluded location',
    organizationNumEmployeesRanges: 'Number of employees',
    organizationIndustryTagIds: 'Industry',
    organizationNotIndustryTagIds: 'Excluded industry',
    contactEmailStatusV2: 'Email status',
    contactEmailStatus: 'Email status',
    phoneExists: 'Has a phone',
    existFields: 'Must have',
    organizationLocations: 'Company location',
    organizationIds: 'Companies',
    qOrganizationDomains: 'Company domains',
    qOrganizationDomainsList: 'Company domains',
    qOrganizationKeywordTags: 'Company keywords',
    qKeywords: 'Keywords',
    qOrganizationName: 'Company name',
    qPersonName: 'Name',
    personDepartmentOrSubdepartments: 'Department',
    revenueRange: 'Revenue',
    'revenueRange[min]': 'Revenue from',
    'revenueRange[max]': 'Revenue up to',
    currentlyUsingAnyOfTechnologyUids: 'Technologies',
    currentlyUsingAllOfTechnologyUids: 'Technologies (all of)',
    currentlyNotUsingAnyOfTechnologyUids: 'Excluded technologies',
    qOrganizationJobTitles: 'Job openings',
    organizationJobLocations: 'Location of job openings',
  }),
);

/** The name of a filter for people: "personTitles" -> "Job titles". One that we don't know is split into its words. */
export function searchFieldLabel(name: string): string {
  const words = name.replace(/^q(?=[A-Z])/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return LABELS.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
