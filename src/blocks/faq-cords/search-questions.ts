/** The length from which typing is a search. */
const SHORTEST = 2;
/** Shorter words are in nearly every answer: they count only when nothing longer was typed. */
const SHORTEST_TELLING = 4;
/** A word of this length is found in its other endings too: `pagos` finds `pago`, `atraso` finds `atrasas`. */
const SHORTEST_WITH_ENDING = 5;

/** The sentences about how many were found. */
export type SearchTexts = Readonly<Record<'one' | 'many' | 'none', string>>;

/** Shows only the questions that have every typed word in them or in their answer; a single one is opened. */
export function searchQuestions(form: HTMLFormElement, list: HTMLElement): void {
  const box = form.querySelector('input') as HTMLInputElement;
  const status = form.querySelector('[role="status"]') as HTMLElement;
  const none = form.querySelector('.none') as HTMLElement;
  const said = JSON.parse(form.dataset['props'] as string) as SearchTexts;

  const search = (): void => {
    const typed = box.value.trim();
    const sought = typed.length >= SHORTEST ? soughtWords(typed) : [];
    const isSearching = sought.length > 0;
    const count = showOnly(list, sought);
    status.textContent = isSearching ? countInWords(said, count).replace('{words}', () => typed) : '';
    none.hidden = !isSearching || count > 0;
  };

  box.addEventListener('input', search);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    box.value = '';
    search();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector<HTMLElement>('details:not([hidden]) summary')?.focus();
  });
  // A visitor who comes back from a question still has the words in the box.
  addEventListener('pageshow', search);
  form.hidden = false;
}

/**
 * Hides the questions without these words, and the topics that have none left; returns how many questions have them.
 */
function showOnly(list: HTMLElement, sought: readonly string[]): number {
  const questions = [...list.querySelectorAll('details')];
  for (const question of questions) {
    const words = ` ${plain(wordsOf(question))}`;
    question.hidden = !sought.every((word) => words.includes(` ${word}`));
  }
  for (const topic of list.querySelectorAll('section')) topic.hidden = !topic.querySelector('details:not([hidden])');
  const [first, ...others] = questions.filter(({ hidden }) => !hidden);
  if (first && others.length === 0) first.open = true;
  return first ? 1 + others.length : 0;
}

/** Question and answer, with a blank between paragraphs. */
function wordsOf(question: HTMLElement): string {
  return [...question.querySelectorAll('summary, .answer :is(p, li)')].map((part) => part.textContent).join(' ');
}

function countInWords({ one, many, none }: SearchTexts, count: number): string {
  return (count === 0 ? none : count === 1 ? one : many).replace('{count}', String(count));
}

/** Picks the words to look for out of the typed ones: `pagos con Yape` → `pago`, `yape`. */
function soughtWords(typed: string): string[] {
  const words = plain(typed).split(' ').filter(Boolean);
  const telling = words.filter((word) => word.length >= SHORTEST_TELLING);
  return (telling.length > 0 ? telling : words).map((word) =>
    word.length >= SHORTEST_WITH_ENDING ? word.slice(0, -1) : word,
  );
}

/** Reduces to plain letters: `¿Préstamo en Breña?` → `prestamo en brena`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
