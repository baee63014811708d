/**
 * The letters that an SMS of 160 has (GSM 03.38; those in the second row count twice). One other letter (á, í, ó, ú, ’, a
 * space that does not break) makes every part 70 long, and the client’s code comes in three.
 */
const ONE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const TWO = '^{}\\[~]|€';

/** Signs that figures, names and masks bring with them, in letters of an SMS; words are chosen in the texts. */
export function gsmText(text: string): string {
  return text.replaceAll('\u00a0', ' ').replaceAll('’', "'").replaceAll('•', '*');
}

/** In how many parts an SMS leaves, and which of its letters would make them short. @internal */
export function smsParts(text: string): { readonly parts: number; readonly foreign: readonly string[] } {
  const foreign = [...text].filter((letter) => !ONE.includes(letter) && !TWO.includes(letter));
  if (foreign.length > 0) return { parts: text.length <= 70 ? 1 : Math.ceil(text.length / 67), foreign };
  const length = [...text].reduce((sum, letter) => sum + (ONE.includes(letter) ? 1 : 2), 0);
  return { parts: length <= 160 ? 1 : Math.ceil(length / 153), foreign };
}
