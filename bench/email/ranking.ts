import { matchPattern, rankCandidates } from '../../tools/email-finder/engine/email-candidates.ts';
import { generateFirms, type Pair } from './pairs.ts';

/** Share of people, 0 to 1, whose address is among the first 1, 3 or 8 candidates. */
export interface Recall {
  at1: number;
  at3: number;
  at8: number;
}

const KNOWN_PAIRS = 3;

/** Recall on generated pairs: with only the published shares, and with three known pairs of the firm. */
export function measureRanking(
  firms: number,
  seed: number,
): { people: number; alone: Recall; learned: Recall } {
  const alone: number[] = [];
  const learned: number[] = [];
  for (const { domain, people } of generateFirms(firms, KNOWN_PAIRS + 3, seed)) {
    const known: Record<string, number> = {};
    for (const { first, last, localPart } of people.slice(0, KNOWN_PAIRS)) {
      const pattern = matchPattern({ first, last }, localPart, domain);
      if (pattern) known[pattern] = (known[pattern] ?? 0) + 1;
    }
    for (const pair of people.slice(KNOWN_PAIRS)) {
      alone.push(findRank(pair, domain, {}));
      learned.push(findRank(pair, domain, known));
    }
  }
  return { people: alone.length, alone: recall(alone), learned: recall(learned) };
}

/** 0-based rank, or Infinity if the address isn't a candidate. */
function findRank({ first, last, localPart }: Pair, domain: string, known: Record<string, number>): number {
  const ranked = rankCandidates({ first, last }, { domain, known, limit: 20 });
  const index = ranked.findIndex((candidate) => candidate.localPart === localPart);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

function recall(ranks: readonly number[]): Recall {
  const within = (count: number) => ranks.filter((rank) => rank < count).length / ranks.length;
  return { at1: within(1), at3: within(3), at8: within(8) };
}
