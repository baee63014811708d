import { createHash } from 'node:crypto';
import { read } from '#tests/architecture/source-tree.ts';
import type { Sentence } from '#tests/promises/scan.ts';
import { PROMISES_PAGE } from './tags.ts';

/** A part of the page: sentences that the tests of one tag keep, or that promise nothing for one reason. */
interface Part {
  readonly title: string;
  readonly tag?: string;
  readonly reason?: string;
  readonly lines: readonly string[];
}

const REASON = 'Not a promise: ';

function partsOf(page: string): Part[] {
  return page
    .split('\n## ')
    .slice(1)
    .map((part) => {
      const lines = part.split('\n');
      const tag = /^Tag: `(.+)`$/m.exec(part)?.[1];
      const reason = lines.find((line) => line.startsWith(REASON));
      return {
        title: lines[0] ?? '',
        ...(tag === undefined ? {} : { tag }),
        ...(reason === undefined ? {} : { reason }),
        lines: lines.filter((line) => line.startsWith('- ')),
      };
    });
}

/** Form of a sentence on the page: a figure that another word changes, and its places. */
function lineOf({ es, en, places }: Sentence): string {
  const figure = createHash('sha256').update(`${es} / ${en}`).digest('hex').slice(0, 7);
  return `- ${figure} ${places.join(', ')}`;
}

/** Finds what is wrong with the page, a sentence each. */
export function faultsOfPromises(page: string, sentences: readonly Sentence[]): string[] {
  const parts = partsOf(page);
  const lines = parts.flatMap((part) => part.lines);
  const wanted = new Map(sentences.map((sentence) => [lineOf(sentence), sentence]));
  return [
    ...[...wanted]
      .filter(([line]) => !lines.includes(line))
      .map(([line, { es, en }]) => `read it, and write below what keeps it: ${line}\n  ${es} / ${en}`),
    ...lines.filter((line) => !wanted.has(line)).map((line) => `nothing says this any more: ${line}`),
    ...lines.filter((line, at) => lines.indexOf(line) !== at).map((line) => `stands twice: ${line}`),
    ...parts
      .filter(({ tag, reason = '' }) => tag === undefined && reason.slice(REASON.length).split(' ').length < 6)
      .map(({ title }) => `${title} has neither tag nor reason`),
  ];
}

/** The parts with their sentences. */
export function promisesOf(sentences: readonly Sentence[]): (Part & { readonly sentences: readonly Sentence[] })[] {
  return partsOf(read(PROMISES_PAGE)).map((part) => ({
    ...part,
    sentences: sentences.filter((sentence) => part.lines.includes(lineOf(sentence))),
  }));
}
