import type { Told } from './texts.ts';

/** Words that promise something to a person: what we do, by which way, until when, and always, never or nobody. */
const PROMISES_ES = new RegExp(
  [
    String.raw`\b(?:avis|envi|mand|llam|escrib|respond|contest|devolv|deposit|cobr|guard|consult|cuid|confirm|revis|borr|recuerd|record|anul|cerr)\w*(?:amos|emos|imos)\b`,
    String.raw`\b\w+(?:aremos|eremos|iremos)\b`,
    String.raw`\bte (?:lleg|avis|record)\w*`,
    String.raw`\b(?:correo|SMS|WhatsApp|puedes|podrás|nunca|siempre|nadie|gratis|garantiza\w*)\b`,
    String.raw`\bsin costo\b|\bcuando quieras\b`,
    String.raw`\b(?:horas?|días?|minutos?|segundos?|semanas?)\b`,
  ].join('|'),
  'iu',
);
const PROMISES_EN = new RegExp(
  [
    String.raw`\bwe(?:’ll| will)?\s+(?:tell|told|send|sent|write|call|answer|pay|return|charge|keep|give|remind|review|let you|ask|delete|never|do not|don’t|only|stop|close)\b`,
    String.raw`\b(?:e-mail|SMS|WhatsApp|never|always|nobody|free|guarantee\w*)\b`,
    String.raw`\byou (?:can|may)\b|\bat no cost\b|\bwhenever you\b|\bat any time\b`,
    String.raw`\b(?:hours?|days?|minutes?|seconds|weeks?)\b`,
  ].join('|'),
  'iu',
);

/** A sentence in both languages, and the places where it stands. */
export interface Sentence {
  readonly es: string;
  readonly en: string;
  readonly places: readonly string[];
}

/** The sentences with a word that promises, each once. */
export function promisingSentences(texts: readonly Told[]): Sentence[] {
  const found = new Map<string, { es: string; en: string; places: Set<string> }>();
  for (const { place, es, en } of texts.flatMap(sentencePairs)) {
    if (!PROMISES_ES.test(es) && !PROMISES_EN.test(en)) continue;
    const key = `${es} / ${en}`;
    const known = found.get(key) ?? { es, en, places: new Set() };
    known.places.add(place);
    found.set(key, known);
  }
  return [...found.values()].map(({ es, en, places }) => ({ es, en, places: [...places].sort() }));
}

/** A text sentence by sentence, as long as both languages have as many; otherwise its paragraph, or all of it. */
function sentencePairs(told: Told): Told[] {
  return pairsBy(told, /\n+/).flatMap((paragraph) => pairsBy(paragraph, /(?<=[.?!:;…])\s+(?![a-záéíóúñ])/u));
}

function pairsBy({ place, es, en }: Told, border: RegExp): Told[] {
  const parts = (text: string): string[] =>
    text
      .split(border)
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .filter(Boolean);
  const [spanish, english] = [parts(es), parts(en)];
  if (spanish.length === english.length) {
    return spanish.map((part, at) => ({ place, es: part, en: english[at] as string }));
  }
  return [{ place, es, en }];
}
