import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { isScreenName, type ScreenName } from '../screens.ts';

const screenName = z.custom<ScreenName>((name) => typeof name === 'string' && isScreenName(name));

export const profileStateBody = z.strictObject({
  application: z.nullable(
    z.strictObject({
      id: z.string(),
      reference: z.string(),
      status: z.string(),
      stage: z.string(),
      version: z.int(),
      canReapplyAt: z.optional(z.string()),
    }),
  ),
  allowedScreens: z.array(screenName),
  nextScreen: z.strictObject({ name: screenName, query: z.optional(z.record(z.string(), z.string())) }),
  loan: z.nullable(z.strictObject({ number: z.string(), status: z.string() })),
  maintenance: z.boolean(),
});
export type ProfileState = z.infer<typeof profileStateBody>;

export const getProfileState = endpoint({
  name: 'get-profile-state',
  method: 'GET',
  path: '/api/v1/profile/state',
  summary: 'Where a client stands, and which screens are open to them.',
  access: 'basic',
  response: profileStateBody,
  examples: [],
});
