/** What a name step can fill. */
export const NAME_FIELDS = [
  { field: 'first_name', label: 'First name' },
  { field: 'last_name', label: 'Last name' },
  { field: 'full_name', label: 'Full name' },
  { field: 'check', label: 'What to check' },
] as const;
