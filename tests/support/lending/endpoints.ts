import { readdirSync } from 'node:fs';
import type { Endpoint } from '#api/endpoint.ts';

const FOLDER = new URL('../../../src/api/endpoints/', import.meta.url);

/** Every call of the contract, in the order of their files: an endpoint is there by having a file. */
export const ENDPOINTS: readonly Endpoint[] = (
  await Promise.all(
    readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .map(async (file) => Object.values((await import(new URL(file, FOLDER).href)) as object)),
  )
)
  .flat()
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'examples' in value;
}
