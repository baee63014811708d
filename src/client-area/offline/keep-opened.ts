import { isSparing } from '#stores/connection.ts';
import { environment } from '#stores/environment.ts';
import type { KeptPaper } from '#stores/kept.ts';
import { readDocument } from '../data/document-file.ts';
import { WORKS_OFFLINE } from './worker-settings.ts';

/**
 * Keeps a paper that a client has opened, for the time without a network. One that was opened in a tab of its own must
 * be loaded once more, which nobody with data saver wants.
 */
export async function keepOpened(
  paper: Pick<KeptPaper, 'id' | 'title' | 'fileName'>,
  url: string,
  file?: Blob,
): Promise<void> {
  if (!WORKS_OFFLINE || !('serviceWorker' in navigator) || (!file && isSparing())) return;
  try {
    const { keepPaper } = await import('#stores/kept.ts');
    const read = file ?? (await readDocument(url));
    if (read) await keepPaper(paper, read);
  } catch (error) {
    environment().log(`${url} is not kept`, error);
  }
}
