import { z } from 'zod';

/** The parts of the content service's responses that the sync uses; other fields are ignored. */
const instant = z.string().nullish();

export const spaceShape = z.object({
  space: z.object({ id: z.number(), version: z.number(), language_codes: z.array(z.string()) }),
});

// A uuid becomes a file name.
const uuid = z.string().regex(/^[\w-]{1,64}$/);

const storyShape = z.object({
  uuid,
  name: z.string(),
  full_slug: z.string(),
  published_at: instant,
  content: z.looseObject({ _uid: z.string().default(''), component: z.string() }),
});
export type WireStory = z.infer<typeof storyShape>;

export const storiesShape = z.object({ stories: z.array(storyShape) });

const linkShape = z.object({
  uuid,
  slug: z.string(),
  published: z.boolean(),
  is_folder: z.boolean(),
  published_at: instant,
});
export type WireLink = z.infer<typeof linkShape>;

export const linksShape = z.object({ links: z.record(z.string(), linkShape) });

export const entriesShape = z.object({
  datasource_entries: z.array(
    z.object({
      id: z.number().optional(),
      name: z.string(),
      value: z.string().nullish(),
      dimension_value: z.string().nullish(),
    }),
  ),
});
export type WireEntry = z.infer<typeof entriesShape>['datasource_entries'][number];
