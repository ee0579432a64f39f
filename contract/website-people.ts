import { z } from 'zod';

const text = z.string().nullable();

/** Someone who works at a company, as its pages show them. null: no page says it. */
export const WebsitePerson = z.object({
  name: z.string(),
  /** job title */
  title: text,
  email: text,
  /** E.164 */
  phone: text,
  /** a personal profile */
  profile: text,
  /** the page that shows them */
  page: z.string(),
});
export type WebsitePerson = z.infer<typeof WebsitePerson>;

/** The most people of one result. */
export const PEOPLE_PER_SITE = 25;
