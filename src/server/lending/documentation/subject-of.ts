import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const FILES = readdirSync(new URL('../../../api/endpoints/', import.meta.url), { recursive: true, encoding: 'utf8' });
const SUBJECTS: ReadonlyMap<string, string> = new Map(FILES.map((file) => [basename(file, '.ts'), dirname(file)]));

/** The subject of an endpoint: the name of its folder. */
export function subjectOf(endpoint: string): string {
  return SUBJECTS.get(endpoint) ?? '.';
}
