import type { ReactNode } from 'react';
import { plural } from '#contract/plural.ts';
import type { TaskToolDefinition } from '#tools/tool.ts';
import { formatNumber } from '../lib/format.ts';
import { guideSlug } from '../pages/guide-slug.ts';
import type { Question } from './questions.tsx';

/** The help for one part of the product. Texts say what the product does today. */
export interface Guide {
  /** the end of its address */
  slug: string;
  title: string;
  /** what it does, in one or two sentences */
  summary: string;
  /** the page it is about, with its label */
  page: { path: string; label: string };
  /** What one unit costs and how many fit in a run. Comes from the tool's definition. */
  costs: readonly string[];
  /** what is never charged */
  free: readonly string[];
  steps: readonly string[];
  sample: GuideSample;
  /** Each status of a result as the product shows it, and what it means. */
  statuses: readonly GuideStatus[];
  questions: readonly Question[];
  picture?: GuidePicture;
  /** It runs as a task, with the states of a task. */
  runsTasks: boolean;
}

export interface GuideSample {
  /** the lines of the sample, or the filters of a search */
  lines: readonly string[];
  /** Opens the page with the sample filled in. Nothing starts. */
  path: string;
  /** what to expect from it */
  note: string;
  /** the label of the button; default: "Open with this sample" */
  action?: string;
}

export interface GuideStatus {
  key: string;
  badge: ReactNode;
  meaning: string;
}

export interface GuidePicture {
  src: string;
  alt: string;
}

/** The size of all pictures, in CSS pixels (cli/screens.ts). */
export const GUIDE_PICTURE_SIZE = { width: 1200, height: 750 } as const;

/** The query parameter that opens a tool with its sample list (useSample). */
export const SAMPLE_PARAMETER = 'sample';

/** The address of a page with its sample filled in. */
export function samplePath(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${SAMPLE_PARAMETER}=1`;
}

/** What a tool with tasks costs, from its definition. */
function taskCosts({ task }: TaskToolDefinition): string[] {
  return [
    `${plural(task.creditsPerItem, 'credit')} per ${task.itemNoun}`,
    `Up to ${formatNumber(task.maxItems)} ${task.itemNoun}s in one run`,
  ];
}

/** The parts of a guide that a tool's definition has. */
export function toolFacts(tool: TaskToolDefinition) {
  return {
    slug: guideSlug(tool),
    title: tool.title,
    summary: tool.description,
    page: { path: tool.path, label: tool.label },
    costs: taskCosts(tool),
    runsTasks: true,
  } as const;
}
