import { type Term, totalOfTerms } from '#loan/explanation.ts';
import type { Cents } from '#loan/money.ts';
import type { ScreenProps } from '../screen.ts';
import { Terms } from './explain.tsx';
import type { ExplainTextKey } from './explain-texts.ts';

interface Sum {
  readonly name: string;
  readonly terms: readonly Term[];
  /** The shown amount. If its terms do not add up to it, it is not explained. */
  readonly totalCents: Cents;
  /** It is what is saved. */
  readonly isSaved?: boolean;
}

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  readonly sums: readonly Sum[];
}

/** The calculation of a card's figures: once for a card, folded, line by line. */
export function HowItIs({ sums, say }: Props) {
  const told = sums.filter(
    ({ terms, totalCents }, at) =>
      totalCents > 0 &&
      totalOfTerms(terms) === totalCents &&
      sums.findIndex((other) => other.totalCents === totalCents) === at,
  );
  if (told.length === 0) return null;
  return (
    <details className="fold how-it-is">
      <summary>{say('explain_how')}</summary>
      {told.map(({ name, terms, isSaved }) => (
        <section key={name}>
          <h3 className="h4">{name}</h3>
          <Terms terms={terms} isSaved={isSaved} say={say} />
        </section>
      ))}
    </details>
  );
}
