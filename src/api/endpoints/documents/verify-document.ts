import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { means } from '#api/means.ts';

export const verifyDocument = endpoint({
  name: 'verify-document',
  method: 'GET',
  path: '/api/v1/public/documents/verify',
  summary: 'Whether a file was issued by this lender, by its SHA-256. Says yes or no, and nothing about the paper.',
  query: z.strictObject({
    sha256: means(
      'SHA-256 of the file, in hex: what a copy is checked by.',
      z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    ),
  }),
  response: z.strictObject({
    issued: means('Whether a file with this SHA-256 was issued by this lender.', z.boolean()),
  }),
  examples: [
    {
      title: 'one of ours',
      query: { sha256: '3f1d6a0c9be8f47a25d07c1184e6b93f0a58c2d76e914b30f7a5c8d2e6019b4c' },
      response: { issued: true },
    },
  ],
});
