/** What the operator of a site says about itself, from its configuration. Unset facts are undefined. */
export interface Operator {
  /** the company or person that runs the site */
  name?: string | undefined;
  /** the postal address, on one line */
  address?: string | undefined;
  /** the email address for questions and requests */
  email?: string | undefined;
  /** the place whose law applies: "Germany", "the State of Delaware, USA" */
  jurisdiction?: string | undefined;
}

export type OperatorFact = keyof Operator;

export const OPERATOR_FACTS = ['name', 'address', 'email', 'jurisdiction'] as const;

/** What pages show for a fact that the operator hasn't set. */
export const FACT_UNSET = 'Not published by the operator of this site';

/** The text for each fact: its value, or that it isn't published. */
export function factTexts(operator: Operator | undefined): Record<OperatorFact, string> {
  const text = (fact: OperatorFact) => operator?.[fact] ?? FACT_UNSET;
  return {
    name: text('name'),
    address: text('address'),
    email: text('email'),
    jurisdiction: text('jurisdiction'),
  };
}

/** "Contact the operator of this server: ops@example.com", or without an address if the operator hasn't set one. */
export function contactOperator(email: string | undefined): string {
  return email === undefined
    ? 'Contact the operator of this server.'
    : `Contact the operator of this server: ${email}`;
}

/** "the operator (ops@example.com)" within a sentence, or without an address if the operator hasn't set one. */
export function theOperator(email: string | undefined): string {
  return email === undefined ? 'the operator' : `the operator (${email})`;
}
