import { type ReactNode, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatAmount, formatPercent, formatSoles } from '#i18n/format.ts';
import { type Basis, type Term, totalOfTerms } from '#loan/explanation.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Modal } from '#ui/modal/modal.tsx';
import { Money } from '#ui/money/money.tsx';
import type { ExplainTextKey } from './explain-texts.ts';

type Say = ScreenProps<ExplainTextKey>['say'];

interface Props {
  /** They add up to the amount that is shown (`#loan/explanation.ts`). */
  readonly terms: readonly Term[];
  readonly say: Say;
  /** `xl` once per view. */
  readonly size?: 'xl' | 'l';
  /** What stands there instead of the amount itself. */
  readonly children?: ReactNode;
}

/**
 * An amount that opens how it comes about, with the client's own figures. A button with the amount as its words; the
 * dialog is the platform's: Escape and Back close it, and the focus goes back to the amount.
 */
export function Explain({ terms, say, size, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const amount = formatSoles(totalOfTerms(terms));
  return (
    <>
      <button type="button" className="explain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children || (size ? <Money amount={amount} size={size} /> : amount)}
        <span className="sr">{`: ${say('explain_open')}`}</span>
        <Icon name="info" />
      </button>
      {isOpen &&
        // Out of the table or list the amount stands in, whose styles are not the dialog's.
        createPortal(
          <Modal title={say('explain_title', { amount })} onCancel={() => setOpen(false)}>
            <Terms terms={terms} say={say} />
            <p className="small mute">{say('explain_adds_up')}</p>
            <button type="button" className="btn line" onClick={() => setOpen(false)}>
              {say('explain_close')}
            </button>
          </Modal>,
          document.body,
        )}
    </>
  );
}

/** The terms of a sum as a table, each with its reckoning below its name. */
function Terms({ terms, say }: Pick<Props, 'terms' | 'say'>) {
  const id = useId();
  const total = totalOfTerms(terms);
  return (
    <table className="rows terms-of">
      <caption className="sr" id={id}>
        {say('explain_title', { amount: formatSoles(total) })}
      </caption>
      <thead className="sr">
        <tr>
          <th scope="col">{say('explain_term')}</th>
          <th scope="col">{say('explain_amount')}</th>
        </tr>
      </thead>
      <tbody>
        {terms.map(({ name, amountCents, basis }) => (
          <tr key={name}>
            <th scope="row">
              {say(`explain_name_${name}`)}
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

function reckoning(name: Term['name'], basis: Basis, say: Say): string {
  const of = formatSoles(basis.ofCents);
  if (basis.kind === 'parts') return say('explain_parts', { of, count: basis.count, parts: basis.parts });
  const values = { of, rate: formatPercent(basis.ratePercent) };
  if (basis.kind !== 'share') return say(`explain_${basis.kind}`, { ...values, days: basis.days });
  return say(name === 'discount' ? 'explain_discount' : 'explain_share', values);
}
