import * as z from 'zod/mini';
import { ASSURANCE_LEVELS } from '#api/access.ts';
import { endpoint } from '#api/endpoint.ts';
import { IMPERSONATION_MODES } from '#api/impersonation.ts';
import { means } from '#api/means.ts';

const session = z.strictObject({
  assurance: means(
    'basic: a browser we remember. full: signed in and active within the last 15 minutes.',
    z.enum(ASSURANCE_LEVELS),
  ),
  idleExpiresAt: means(
    'When the session becomes basic unless somebody does something; null when it already is.',
    z.nullable(z.iso.datetime()),
  ),
  absoluteExpiresAt: means('When the session ends, whatever is done.', z.iso.datetime()),
  impersonation: means(
    'Staff in the place of the client; null otherwise.',
    z.nullable(
      z.strictObject({
        staffName: means('Who looks.', z.string()),
        until: means('When their view ends.', z.iso.datetime()),
        mode: means(
          'READ_ONLY: looks. ASSIST: also fills in drafts and uploads what the client sent.',
          z.enum(IMPERSONATION_MODES),
        ),
      }),
    ),
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
