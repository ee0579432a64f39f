const COMPANY_PHONE = /^(?=.*(?:company|corp|hq|headquarter|switchboard))(?=.*(?:phone|tel|number|fax))/i;

/** Whether a field has the phone of a company and not of the person in the row. */
export function isCompanyPhone(field: string): boolean {
  return COMPANY_PHONE.test(field);
}
