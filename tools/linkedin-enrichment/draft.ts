import { registrable } from '#engines/company-domain/company-name.ts';
import { isPlatform } from '#engines/company-domain/page-kind.ts';
import { shortFormsOf } from '#engines/email-candidates/nicknames.ts';
import type { PersonFacts } from '#engines/linkedin-profile/person-facts.ts';
import { canBeSameName, isSameCompany } from '#engines/linkedin-profile/same-person.ts';
import type { LinkedinProfile } from '#engines/list-items/linkedin.ts';
import { addressFlags } from '#engines/smtp-verdict/address-flags.ts';
import {
  emptyLinkedinRow,
  type FieldSource,
  type LinkedinField,
  type LinkedinInput,
  type LinkedinRow,
  type LinkedinSource,
  ROW_ERRORS,
  type StepNote,
} from './definition.ts';

/** Where facts are from. */
export interface Origin {
  step: LinkedinSource;
  detail: string;
  /** ISO 8601 */
  at: string;
}

/** The share of each field in the completeness, in percent. */
const WEIGHTS = { name: 20, title: 15, company: 20, email: 25, phone: 20 } as const;
const MAX_NOTES = 12;
const MAX_TEXT_CHARS = 300;

/** A row in the making. It takes each field from the first step that has it, and nothing of another person. */
export class Draft {
  readonly position: number;
  readonly input: LinkedinInput;
  readonly profile: LinkedinProfile;
  /** a step failed, so that a row without data is our failure */
  failed = false;
  readonly #fields = new Map<LinkedinField, { value: string; origin: Origin }>();
  readonly #notes: StepNote[] = [];

  constructor(position: number, input: LinkedinInput, profile: LinkedinProfile) {
    this.position = position;
    this.input = input;
    this.profile = profile;
  }

  /** A field's value; the name and company may come from the list. */
  get(field: LinkedinField): string | null {
    const own = this.#fields.get(field)?.value;
    if (own !== undefined) return own;
    if (field === 'name') return this.input.name;
    return field === 'company' ? this.input.company : null;
  }

  /** Whether no step can add to the fields that count. */
  isComplete(): boolean {
    return Object.keys(WEIGHTS).every((field) => this.#fields.has(field as LinkedinField));
  }

  /** Adds what is missing. Facts of another person are left out, and a note says so. */
  supply(origin: Origin, facts: PersonFacts): boolean {
    const name = this.get('name');
    if (name !== null && facts.name !== null && !canBeSameName(name, facts.name, isNickname)) {
      this.note(origin.step, `Not used: ${origin.detail} names ${facts.name} for this profile`);
      return false;
    }
    if (isOtherProfile(this.profile, facts.profiles)) {
      this.note(origin.step, `Not used: ${origin.detail} has another profile of this name`);
      return false;
    }
    // The company of the list is only a hint: the profile may show a newer one.
    const company = this.#fields.get('company')?.value ?? null;
    const sameJob = company === null || facts.company === null || isSameCompany(company, facts.company);
    // A title and a work email belong to a company. From another job they would mislead.
    if (!sameJob) this.note(origin.step, `${origin.detail} has another company: ${facts.company}`);
    this.#set('name', facts.name, origin);
    this.#set('company', facts.company, origin);
    if (sameJob) {
      this.#set('title', facts.title, origin);
      this.#set('email', emailOf(facts.email), origin);
      this.#set('companyDomain', domainOf(facts.website), origin);
    }
    this.#set('phone', facts.phone, origin);
    this.#set('location', facts.location, origin);
    return true;
  }

  /** Adds one field. */
  supplyField(field: LinkedinField, value: string | null, origin: Origin): void {
    this.#set(field, value, origin);
  }

  note(step: LinkedinSource, text: string): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push({ step, text: text.slice(0, MAX_TEXT_CHARS) });
  }

  /** A step couldn't do its work. */
  fail(step: LinkedinSource, reason: string): void {
    this.failed = true;
    this.note(step, reason);
  }

  /** The row. A page that the user supplied is free, since nothing was looked up. */
  toRow(at: string): { row: LinkedinRow; found: boolean; failed: boolean; billable: boolean } {
    const base = {
      ...emptyLinkedinRow(this.input, '', ''),
      linkedinUrl: this.profile.url,
      notes: this.#notes,
    };
    if (this.#fields.size === 0) {
      const reason = this.#notes.at(-1)?.text;
      const error = this.failed ? ROW_ERRORS.failed : ROW_ERRORS.notFound;
      const explanation = reason ?? 'None of our sources knows this profile';
      return { row: { ...base, error, explanation }, found: false, failed: this.failed, billable: false };
    }
    this.#addList(at);
    const values = Object.fromEntries([...this.#fields].map(([field, { value }]) => [field, value]));
    const sources = [...this.#fields].map(([field, { origin }]): FieldSource => ({ field, ...origin }));
    const billable = sources.some(({ step }) => step !== 'page' && step !== 'list');
    // A location or domain alone is data, too.
    const completeness = Math.max(1, this.#completeness());
    const row = { ...base, ...values, completeness, error: null, explanation: explain(sources), sources };
    return { row, found: true, failed: false, billable };
  }

  #addList(at: string): void {
    const origin = { step: 'list', detail: 'Your list', at } as const;
    this.#set('name', this.input.name, origin);
    this.#set('company', this.input.company, origin);
  }

  #set(field: LinkedinField, value: string | null, origin: Origin): void {
    const text = value?.trim().slice(0, MAX_TEXT_CHARS).toWellFormed() ?? '';
    if (text !== '' && !this.#fields.has(field)) this.#fields.set(field, { value: text, origin });
  }

  #completeness(): number {
    return Object.entries(WEIGHTS).reduce(
      (sum, [field, weight]) => sum + (this.#fields.has(field as LinkedinField) ? weight : 0),
      0,
    );
  }
}

/**
 * Whether profiles named by a source are of somebody else. Public names and member ids can't be compared, nor
 * can member ids of different products.
 */
export function isOtherProfile(profile: LinkedinProfile, keys: readonly string[]): boolean {
  if (keys.includes(profile.key)) return false;
  return keys.some((key) => kindOf(key) === kindOf(profile.key));
}

function kindOf(key: string): string {
  return key.startsWith('id/') ? key.slice(0, 'id/ACwAA'.length) : 'in';
}

/** "bill" and "william" */
export function isNickname(one: string, other: string): boolean {
  return shortFormsOf(one).includes(other) || shortFormsOf(other).includes(one);
}

function emailOf(written: string | null): string | null {
  const email = written?.trim().toLowerCase() ?? '';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null;
}

/** The domain of a company's website; null for pages on sites that many companies share. */
function domainOf(website: string | null): string | null {
  const domain = website === null ? null : registrable(website);
  if (domain === null || isPlatform(domain) || addressFlags(null, domain).free) return null;
  return domain;
}

/** "Name, title and company: Apollo database. Email: acme.com's mail server". */
function explain(sources: readonly FieldSource[]): string {
  const labels: Readonly<Record<LinkedinField, string>> = {
    name: 'name',
    title: 'title',
    company: 'company',
    email: 'email',
    phone: 'phone',
    location: 'location',
    companyDomain: 'company domain',
  };
  const groups = Map.groupBy(sources, ({ detail }) => detail);
  const parts = [...groups].map(([detail, group]) => {
    const fields = group.map(({ field }) => labels[field]).join(', ');
    return `${fields.charAt(0).toUpperCase()}${fields.slice(1)}: ${detail}`;
  });
  return parts.join('. ');
}
