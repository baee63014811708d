import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';

interface Notes {
  readonly FIELD_NOTES: Readonly<Record<string, string>>;
  readonly ERROR_NOTES?: Readonly<Record<string, string>>;
}

const FOLDER = new URL('../../../api/endpoints/', import.meta.url);
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
/** The folder of the notes that several subjects share. */
const SHARED = '.';

/** The notes that are beside the endpoints, by the folder of their subject: a file is there by being there. */
export const NOTES: ReadonlyMap<string, Notes> = new Map(
  await Promise.all(
    FILES.filter((file) => basename(file) === 'notes.ts').map(
      async (file) => [dirname(file), (await import(new URL(file, FOLDER).href)) as Notes] as const,
    ),
  ),
);

const SUBJECTS: ReadonlyMap<string, string> = new Map(FILES.map((file) => [basename(file, '.ts'), dirname(file)]));

/** The subject of an endpoint: the name of its folder. */
export function subjectOf(endpoint: string): string {
  return SUBJECTS.get(endpoint) ?? SHARED;
}

/** Folders with notes about an endpoint, the nearest first. */
function foldersFor(endpoint: string): string[] {
  return [...new Set([subjectOf(endpoint), SHARED])];
}

export interface FieldNote {
  readonly folder: string;
  readonly key: string;
  readonly note: string;
}

/** Finds the note about a field: as `parent.field`, or under its bare name. */
export function findFieldNote(endpoint: string, parent: string, field: string): FieldNote | undefined {
  for (const key of [`${parent}.${field}`, field]) {
    for (const folder of foldersFor(endpoint)) {
      const note = NOTES.get(folder)?.FIELD_NOTES[key];
      if (note !== undefined) return { folder, key, note };
    }
  }
  return undefined;
}

/** Finds the note that says when an endpoint answers an error code. */
export function findErrorNote(endpoint: string, code: string): string | undefined {
  return foldersFor(endpoint)
    .map((folder) => NOTES.get(folder)?.ERROR_NOTES?.[code])
    .find((note) => note !== undefined);
}
