import type { ReactNode } from 'react';
import { formatAmount, formatSoles } from '#i18n/format.ts';
import { type Term, totalOfTerms } from '#loan/explanation.ts';
import type { Cents } from '#loan/money.ts';
import { Money } from '#ui/money/money.tsx';
import type { ScreenProps } from '../screen.ts';
import { Explain } from './explain.tsx';
import type { ExplainTextKey } from './explain-texts.ts';

interface Props extends Pick<ScreenProps<ExplainTextKey>, 'say'> {
  readonly terms: readonly Term[];
  /** The shown amount. If the terms do not add up to it, it is not explained. */
  readonly totalCents: Cents;
  readonly size?: 'xl' | 'l';
  /** The amount is what is saved. */
  readonly isSaved?: boolean;
  /** In a table whose head says that these are soles. */
  readonly isBare?: boolean;
  /** Only the icon, because the amount itself is in a label or a link, where a button is not allowed. */
  readonly isMark?: boolean;
  /** Shown in place of the amount. */
  readonly children?: ReactNode;
}

/** An amount of the server that opens its explanation. */
export function ExplainedSum({ terms, totalCents, size, isSaved, isBare, isMark, children, say }: Props) {
  const shown = children ?? (isBare && formatAmount(totalCents));
  if (terms.length > 0 && totalOfTerms(terms) === totalCents) {
    return (
      <Explain terms={terms} isSaved={isSaved} say={say} {...(size && { size })}>
        {shown || (isMark && <span className="sr">{formatSoles(totalCents)}</span>)}
      </Explain>
    );
  }
  if (isMark) return null;
  // A text needs an element, which it has in a fragment (`#ui/own-text`).
  if (shown) return <>{shown}</>;
  const amount = formatSoles(totalCents);
  return size ? <Money amount={amount} size={size} /> : <>{amount}</>;
}
