import type { ReactNode } from 'react';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { type Basis, type Term, totalOfTerms } from '#loan/explanation.ts';
import { Money } from '#ui/money/money.tsx';
import type { ExplainTextKey } from './explain-texts.ts';
import { Opened } from './opened.tsx';

type Say = ScreenProps<ExplainTextKey>['say'];

interface Props {
  /** Their sum is the shown amount (`#loan/explanation.ts`). */
  readonly terms: readonly Term[];
  /** The sum is saved. Nobody saves principal: that term is what was paid for days that are not used. */
  readonly isSaved?: boolean | undefined;
  readonly say: Say;
  /** `xl` once per view. */
  readonly size?: 'xl' | 'l';
  /** Shown in place of the amount. */
  readonly children?: ReactNode;
}

/** An amount that opens an explanation of how it is calculated, with the client's own figures. */
export function Explain({ terms, isSaved, say, size, children }: Props) {
  const amount = formatSoles(totalOfTerms(terms));
  const shown = children || (size ? <Money amount={amount} size={size} /> : amount);
  return (
    <Opened figure={amount} shown={shown} say={say}>
      <Terms terms={terms} isSaved={isSaved} say={say} />
      <p className="small mute">{say('explain_adds_up')}</p>
    </Opened>
  );
}

/** The terms of a sum as a table below its name, with the calculation below each name. */
export function Terms({ terms, isSaved = false, say }: Pick<Props, 'terms' | 'isSaved' | 'say'>) {
  const total = totalOfTerms(terms);
  return (
    <table className="rows terms-of">
      <tbody>
        {terms.map(({ name, amountCents, basis }) => (
          <tr key={name}>
            <th scope="row">
              {say(isSaved && name === 'principal' ? 'explain_name_returned' : nameKey(name))}
              {basis && <small>{reckoning(name, basis, say)}</small>}
            </th>
            <td>{formatAmount(amountCents)}</td>
          </tr>
        ))}
        <tr className="total">
          <th scope="row">{say('explain_total')}</th>
          <td>{formatSoles(total)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function isFee(name: Term['name']): name is Extract<Term['name'], `${string}Fee`> {
  return name.endsWith('Fee');
}

function nameKey(name: Term['name']): ExplainTextKey {
  return isFee(name) ? `calc_results_${name}` : `explain_name_${name}`;
}

function reckoning(name: Term['name'], basis: Basis, say: Say): string {
  const of = formatSoles(basis.ofCents);
  if (basis.kind === 'parts') return say('explain_parts', { of, count: basis.count, parts: basis.parts });
  const values = { of, rate: formatPercent(basis.ratePercent) };
  if (basis.kind !== 'share') return say(`explain_${basis.kind}`, { ...values, days: basis.days });
  return say(name === 'discount' ? 'explain_discount' : 'explain_share', values);
}
