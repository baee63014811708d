/**
 * Files that were chosen in a form which came back: a browser cannot be given them again, so the form names them, and is
 * not sent without them in silence.
 */

/** The hidden field of a form that comes back: the names of the files that must be chosen again. */
export const LOST = 'files-lost';
/** The box that says that the form is sent without them. */
export const LEFT_OUT = 'files-left-out';

/** Names in one field. No name of a file has a slash, and a browser leaves it as it is. */
export function namesAsField(names: readonly string[]): string {
  return names.map((name) => name.replaceAll('/', '_')).join('/');
}

export function namesInField(value = ''): readonly string[] {
  return value.split('/').filter((name) => name !== '');
}

export interface FilesOfForm {
  /** Names of the files that came with it. */
  readonly chosen: readonly string[];
  /** Names that the form said must be chosen again. */
  readonly lost: readonly string[];
  readonly isLeftOut: boolean;
}

/**
 * Lists the files that were lost and are neither chosen again nor left out on purpose. Another file in the place of one
 * counts, because what was too large is made smaller under another name.
 */
export function missingFiles({ chosen, lost, isLeftOut }: FilesOfForm): readonly string[] {
  if (isLeftOut || chosen.length >= lost.length) return [];
  const missing = [...lost];
  for (const name of chosen) {
    const at = missing.indexOf(name);
    if (at !== -1) missing.splice(at, 1);
  }
  return missing;
}

/** Lists the files to be chosen again when the form comes back this time. */
export function lostFiles(files: FilesOfForm): readonly string[] {
  return [...files.chosen, ...missingFiles(files)];
}
