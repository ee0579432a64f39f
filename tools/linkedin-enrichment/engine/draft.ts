import { cutText } from '#contract/cut-text.ts';
import { ownDomain } from '#engines/company-domain/own-domain.ts';
import type { LinkedinProfile } from '#engines/list-items/linkedin.ts';
import { shortForms } from '#engines/person-names/nicknames.ts';
import {
  emptyLinkedinRow,
  FIELD_LABELS,
  type FieldSource,
  FREE_STEPS,
  type LinkedinField,
  type LinkedinInput,
  type LinkedinRow,
  type LinkedinSource,
  ROW_ERRORS,
  type StepNote,
} from '../definition.ts';
import { isOfAnotherName } from './email-owner.ts';
import type { PersonFacts } from './person-facts.ts';
import { canBeSameName, comparableWords, isSameCompany } from './same-person.ts';
import { isOtherProfile } from './same-profile.ts';

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
/** How notes about data of someone else start. */
const NOT_USED = 'Not used: ';
/** What lists have in cells without a name, and cells of other columns. */
const NO_NAME = /^(?:n\/?a|null|none|undefined|unknown)$|@|:\/\//i;

/** A row in the making. It takes each field from the first step that has it, and nothing of another person. */
export class Draft {
  readonly position: number;
  readonly input: LinkedinInput;
  readonly profile: LinkedinProfile;
  /** why a step failed, so that a row without data is our failure; null if none did */
  #failure: string | null = null;
  /** keys of all profiles of the person, also by sources that added nothing */
  readonly profiles: Set<string>;
  /** all emails of the person, also those that aren't in the row, and guesses */
  readonly emails = new Set<string>();
  readonly #fields = new Map<LinkedinField, { value: string; origin: Origin }>();
  readonly #names: string[];
  readonly #notes: StepNote[] = [];

  constructor(position: number, input: LinkedinInput, profile: LinkedinProfile) {
    this.position = position;
    this.input = { ...input, name: usefulHint(input.name), company: usefulHint(input.company) };
    this.profile = profile;
    this.profiles = new Set([profile.key]);
    this.#names = this.input.name === null ? [] : [this.input.name];
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
    const { name } = facts;
    if (name !== null && !this.#names.every((known) => canBeSameName(known, name, isNickname))) {
      this.note(origin.step, `Not used: ${origin.detail} names ${name} for this profile`);
      return false;
    }
    if (isOtherProfile(this.profile.key, facts.profiles)) {
      this.note(origin.step, `Not used: ${origin.detail} has another profile of this name`);
      return false;
    }
    if (name !== null && comparableWords(name).length > 0) this.#names.push(name);
    for (const key of facts.profiles) this.profiles.add(key);
    // The company of the list is only a hint: the profile may show a newer one.
    const company = this.#fields.get('company')?.value ?? null;
    const sameJob = company === null || facts.company === null || isSameCompany(company, facts.company);
    // A title, an email and a phone belong to a job. From another one they would mislead.
    if (!sameJob) this.note(origin.step, `${origin.detail} has another company: ${facts.company}`);
    const email = plainEmail(facts.email);
    this.#set('name', name, origin);
    this.#set('company', facts.company, origin);
    if (email !== null && !this.#isOfAnotherName(email)) this.emails.add(email);
    if (sameJob) {
      this.#set('title', facts.title, origin);
      this.#set('email', email, origin);
      this.#set('companyDomain', facts.website === null ? null : ownDomain(facts.website), origin);
      this.#set('phone', facts.phone, origin);
    }
    this.#set('location', facts.location, origin);
    this.#dropEmailOfAnotherName();
    return true;
  }

  #isOfAnotherName(email: string): boolean {
    return this.#names.length > 0 && this.#names.every((name) => isOfAnotherName(email, name));
  }

  /** Takes an email in another name back, which may come before the name, and the phone beside it. */
  #dropEmailOfAnotherName(): void {
    const email = this.#fields.get('email');
    if (!email || email.origin.step === 'email' || !this.#isOfAnotherName(email.value)) return;
    const { step, detail, at } = email.origin;
    this.#fields.delete('email');
    const phone = this.#fields.get('phone')?.origin;
    const both = phone?.step === step && phone.detail === detail && phone.at === at;
    if (both) this.#fields.delete('phone');
    this.note(
      step,
      both
        ? `The email and phone of ${detail} are not used: the email is in another name`
        : `The email of ${detail} is not used: it is in another name`,
    );
  }

  /** Adds one field. */
  supplyField(field: LinkedinField, value: string | null, origin: Origin): void {
    if (field === 'email' && value !== null) this.emails.add(value.toLowerCase());
    this.#set(field, value, origin);
  }

  note(step: LinkedinSource, text: string): void {
    if (this.#notes.length < MAX_NOTES) this.#notes.push({ step, text: cutText(text, MAX_TEXT_CHARS) });
  }

  /** A step couldn't do its work. */
  fail(step: LinkedinSource, reason: string): void {
    this.#failure = reason;
    this.note(step, reason);
  }

  /** The row. A page that the user supplied is free, also with the domain of its company. */
  toRow(at: string): { row: LinkedinRow; found: boolean; failed: boolean; billable: boolean } {
    const base = {
      ...emptyLinkedinRow(this.input, '', ''),
      linkedinUrl: this.profile.url,
      notes: this.#notes,
    };
    // The domain of the list's own company says nothing about the person.
    const isKnown = [...this.#fields.values()].some(({ origin }) => origin.step !== 'company-domain');
    if (!isKnown) {
      const failed = this.#failure !== null;
      const error = failed ? ROW_ERRORS.failed : ROW_ERRORS.notFound;
      const unused = this.#notes.find(({ text }) => text.startsWith(NOT_USED))?.text;
      const explanation = this.#failure ?? unused ?? 'None of our sources knows this profile';
      return { row: { ...base, error, explanation }, found: false, failed, billable: false };
    }
    this.#addList(at);
    const values = Object.fromEntries([...this.#fields].map(([field, { value }]) => [field, value]));
    const sources = [...this.#fields].map(([field, { origin }]): FieldSource => ({ field, ...origin }));
    const billable = sources.some(({ step }) => !FREE_STEPS.has(step));
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
    const text = cutText(value?.trim() ?? '', MAX_TEXT_CHARS);
    if (text !== '' && !this.#fields.has(field)) this.#fields.set(field, { value: text, origin });
  }

  #completeness(): number {
    return Object.entries(WEIGHTS).reduce(
      (sum, [field, weight]) => sum + (this.#fields.has(field as LinkedinField) ? weight : 0),
      0,
    );
  }
}

/** "bill" and "william" */
export function isNickname(name: string, otherName: string): boolean {
  return shortForms(name).includes(otherName) || shortForms(otherName).includes(name);
}

/** What a list says about a person; null for what only fills the cell. */
function usefulHint(text: string | null): string | null {
  const hint = text?.trim().toWellFormed() ?? '';
  return comparableWords(hint).length === 0 || NO_NAME.test(hint) ? null : hint;
}

function plainEmail(written: string | null): string | null {
  const email = written?.trim().toLowerCase() ?? '';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null;
}

/** "Name, title and company: Apollo database. Email: acme.com's mail server". */
function explain(sources: readonly FieldSource[]): string {
  const groups = Map.groupBy(sources, ({ detail }) => detail);
  const parts = [...groups].map(([detail, group]) => {
    const fields = group.map(({ field }) => FIELD_LABELS[field].toLowerCase()).join(', ');
    return `${fields.charAt(0).toUpperCase()}${fields.slice(1)}: ${detail}`;
  });
  return parts.join('. ');
}
