import * as z from 'zod/mini';
import { ASSURANCE_LEVELS } from '#api/access.ts';
import { endpoint } from '#api/endpoint.ts';
import { IMPERSONATION_MODES } from '#api/impersonation.ts';

const session = z.strictObject({
  assurance: z.enum(ASSURANCE_LEVELS),
  /** Null with basic assurance. */
  idleExpiresAt: z.nullable(z.iso.datetime()),
  absoluteExpiresAt: z.iso.datetime(),
  impersonation: z.nullable(
    z.strictObject({ staffName: z.string(), until: z.iso.datetime(), mode: z.enum(IMPERSONATION_MODES) }),
  ),
});

export const getSession = endpoint({
  name: 'get-session',
  method: 'GET',
  path: '/api/v1/auth/session',
  summary: 'How far this session is trusted now, and until when. Asking does not keep it alive.',
  access: 'basic',
  response: session,
  examples: [
    {
      title: 'signed in and active',
      response: {
        assurance: 'full',
        idleExpiresAt: '2026-01-15T17:15:00.000Z',
        absoluteExpiresAt: '2026-02-14T17:00:00.000Z',
        impersonation: null,
      },
    },
    {
      title: 'staff who look',
      response: {
        assurance: 'full',
        idleExpiresAt: '2026-01-15T17:30:00.000Z',
        absoluteExpiresAt: '2026-01-15T17:30:00.000Z',
        impersonation: { staffName: 'Ana Torres', until: '2026-01-15T17:30:00.000Z', mode: 'READ_ONLY' },
      },
    },
  ],
});
