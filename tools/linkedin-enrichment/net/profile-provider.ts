import { z } from 'zod';
import type { JsonCaller } from '#net/http/guarded-json.ts';
import { type PersonFacts, personOfJsonLd } from '../engine/person-facts.ts';
import { readProfilePage } from '../engine/profile-page.ts';

/** A provider's answer. `failed`: it gave none, for example because it is down or its quota is used up. */
export type ProfileAnswer = { failed: false; person: PersonFacts | null } | { failed: true; reason: string };

/** An outside service that knows people by their LinkedIn profile. */
export interface ProfileProvider {
  /** Never throws. `url` is canonical, `key` its key. */
  find(profile: { url: string; key: string }, signal: AbortSignal): Promise<ProfileAnswer>;
}

export interface ProfileProviderOptions {
  caller: JsonCaller;
  /** address with {url} or {slug} */
  url: string;
  /** sent as `Authorization: Bearer` */
  key: string | null;
}

/** A saved page instead of its data. */
const Page = z.object({ html: z.string() });
const Answer = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()]);

/**
 * A provider behind one GET request that answers a JSON-LD document with one schema.org Person, or
 * `{"html": "..."}` with a saved profile page, or either of them in `data`. 404, null and an empty object mean
 * that the person is unknown.
 */
export function createProfileProvider({ caller, url, key }: ProfileProviderOptions): ProfileProvider {
  return {
    async find(profile, signal) {
      const address = url
        .replaceAll('{url}', encodeURIComponent(profile.url))
        .replaceAll('{slug}', encodeURIComponent(profile.key.slice(profile.key.indexOf('/') + 1)));
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
      const answer = await caller.call({ method: 'GET', url: address, headers }, signal);
      if (answer === null) return { failed: true, reason: "The data provider didn't answer" };
      if (answer.status === 404) return { failed: false, person: null };
      if (answer.status !== 200)
        return { failed: true, reason: `The data provider answered with an error (${answer.status})` };
      const read = Answer.safeParse(answer.body);
      if (!read.success) return UNKNOWN_FORMAT;
      const content = answerContent(read.data);
      if (content === null || Object.keys(content).length === 0) return { failed: false, person: null };
      const page = Page.safeParse(content);
      const person = page.success
        ? readProfilePage(page.data.html, profile.key).person
        : personOfJsonLd([content], profile.key);
      return person || page.success ? { failed: false, person } : UNKNOWN_FORMAT;
    },
  };
}

const UNKNOWN_FORMAT: ProfileAnswer = {
  failed: true,
  reason: "The data provider's answer has no schema.org Person",
};

function answerContent(body: z.infer<typeof Answer>): object | null {
  if (body === null || Array.isArray(body) || !('data' in body)) return body;
  const { data } = body;
  return typeof data === 'object' ? data : null;
}
