/** From here on typing is a search. */
const SHORTEST = 2;
/** Shorter words stand in nearly every answer: they count only when nothing longer was typed. */
const SHORTEST_TELLING = 4;
/** A word of this length is found in its other endings too: `pagos` finds `pago`, `atraso` finds `atrasas`. */
const SHORTEST_WITH_ENDING = 5;

/** What is said of how many were found. */
export type SearchTexts = Readonly<Record<'one' | 'many' | 'none', string>>;

/** The answers in words, by the anchor of their question. */
export type Answers = Readonly<Record<string, string>>;

/** Shows only the questions that have every typed word in them or in their answer, with their answers. */
export function searchQuestions(form: HTMLFormElement, list: HTMLElement, load = loadAnswers): void {
  const box = form.querySelector('input') as HTMLInputElement;
  const status = form.querySelector('[role="status"]') as HTMLElement;
  const none = form.querySelector('.none') as HTMLElement;
  const said = JSON.parse(form.dataset['props'] as string) as SearchTexts;

  const search = (): void => {
    const typed = box.value.trim();
    const sought = typed.length >= SHORTEST ? soughtWords(typed) : [];
    const isSearching = sought.length > 0;
    const count = showOnly(list, sought);
    list.classList.toggle('found', isSearching);
    status.textContent = isSearching ? countInWords(said, count).replace('{words}', () => typed) : '';
    none.hidden = !isSearching || count > 0;
  };

  let isAsked = false;
  // The answers are as much again as the page: they come with the first act, and until then the questions are searched.
  const ask = async (): Promise<void> => {
    if (isAsked) return;
    isAsked = true;
    try {
      addAnswers(list, await load(form.dataset['answers'] as string));
    } catch {
      // No connection: the next act asks again.
      isAsked = false;
    }
    search();
  };

  box.addEventListener('focus', ask);
  box.addEventListener('input', search);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    box.value = '';
    search();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector<HTMLElement>('li:not([hidden]) a')?.focus();
  });
  // Somebody who comes back from a question has the words still in the box.
  addEventListener('pageshow', () => {
    search();
    if (box.value) void ask();
  });
  form.hidden = false;
}

async function loadAnswers(path: string): Promise<Answers> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as Answers;
}

function addAnswers(list: HTMLElement, answers: Answers): void {
  for (const item of list.querySelectorAll('li')) {
    const text = document.createElement('p');
    text.className = 'answer';
    text.textContent = answers[item.id] ?? '';
    item.append(' ', text);
  }
}

/** Hides the questions without these words, and the topics that have none left; how many questions have them. */
function showOnly(list: HTMLElement, sought: readonly string[]): number {
  const items = [...list.querySelectorAll('li')];
  for (const item of items) {
    const words = ` ${plain(item.textContent)}`;
    item.hidden = !sought.every((word) => words.includes(` ${word}`));
    for (const answer of item.querySelectorAll<HTMLElement>('.answer')) answer.hidden = sought.length === 0;
  }
  for (const topic of list.querySelectorAll('section')) topic.hidden = !topic.querySelector('li:not([hidden])');
  return items.filter(({ hidden }) => !hidden).length;
}

function countInWords({ one, many, none }: SearchTexts, count: number): string {
  return (count === 0 ? none : count === 1 ? one : many).replace('{count}', String(count));
}

/** What of the typed words is looked for: `pagos con Yape` → `pago`, `yape`. */
function soughtWords(typed: string): string[] {
  const words = plain(typed).split(' ').filter(Boolean);
  const telling = words.filter((word) => word.length >= SHORTEST_TELLING);
  return (telling.length > 0 ? telling : words).map((word) =>
    word.length >= SHORTEST_WITH_ENDING ? word.slice(0, -1) : word,
  );
}

/** `¿Préstamo en Breña?` → `prestamo en brena`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
