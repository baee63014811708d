import type { Context } from 'hono';
import type { Parameters } from './parameters.ts';
import type { FileProblem, SpaceContent } from './space.ts';

/** The space behind the routes. */
export interface CdnSpace {
  version(): number;
  published(): SpaceContent;
  drafts(): Promise<SpaceContent & { readonly problems: readonly FileProblem[] }>;
}

/** A request that passed the checks: its token may read the content, and all parameters are known. */
export interface Question {
  readonly space: CdnSpace;
  readonly parameters: Parameters;
  /** Published content, or the drafts with their unreadable files. */
  readonly content: SpaceContent & { readonly problems: readonly FileProblem[] };
  readonly isDraft: boolean;
}

export type Answer = (c: Context, question: Question) => Response;

/** One page of a list, with the two headers the official client counts by. */
export function onePage<Item>(c: Context, items: readonly Item[], { page, perPage }: Parameters): readonly Item[] {
  c.header('Total', String(items.length));
  c.header('Per-Page', String(perPage));
  return items.slice((page - 1) * perPage, page * perPage);
}
