import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ProductSettingsBody } from '#api/endpoints/get-product-settings.ts';
import { type CalculatorState, createCalculator } from '#calculator/calculator.store.ts';
import { Icon } from '#calculator/parts/icon.tsx';
import { equalInstallments, troubleText } from '#calculator/parts/notes.ts';
import type { Say } from '#calculator/texts.ts';
import { formatAmount, formatDate, formatPercent, formatSoles } from '#i18n/format.ts';
import { type Locale, localePath } from '#i18n/locale.ts';
import { speaker } from '#i18n/translate.ts';
import { fromSoles } from '#loan/money.ts';
import type { Installment } from '#loan/schedule.ts';
import type { NewClientTextKey } from './texts.ts';

type SayHere = Say<NewClientTextKey>;

export interface NewClientProps {
  readonly locale: Locale;
  /** The texts of NEW_CLIENT_TEXT_KEYS. */
  readonly texts: Readonly<Record<string, string>>;
  /** Product settings as the API sends them, sequence 1. */
  readonly settings: ProductSettingsBody;
  /** Business date of the settings. */
  readonly valueDate: string;
  /** How to reach people; from the content's global settings. */
  readonly contacts?: { readonly whatsapp?: string | undefined; readonly email?: string | undefined } | undefined;
}

/**
 * What a visitor has chosen in the calculator, and what comes next. The HTML shows the default selection; the one from
 * the link or the cookies takes its place, at today's prices and confirmed by the server like in the calculator.
 */
export function NewClient({ locale, texts, settings, valueDate, contacts }: NewClientProps) {
  const [$calculator] = useState(() => createCalculator({ settings, valueDate, initialProductType: 'INSTALLMENT' }));
  const state = useStore($calculator, { ssr: 'initial' });
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    import('#calculator/awaken.tsx').then(
      ({ keepUp }) => {
        if (!gone) stop = keepUp($calculator);
      },
      () => $calculator.set({ ...$calculator.get(), confirmation: 'failed' }),
    );
    return () => {
      gone = true;
      stop?.();
    };
  }, [$calculator]);

  const say = speaker<NewClientTextKey>(texts);
  const isChosen = state.saved !== undefined;
  return (
    <div className="wrap new-client">
      <h1>{say(isChosen ? 'new_client_title' : 'new_client_title_default')}</h1>
      {!isChosen && <p className="lead">{say('new_client_default')}</p>}
      <div className="parts">
        <Chosen state={state} locale={locale} say={say} />
        <Next say={say} contacts={contacts} />
      </div>
    </div>
  );
}

interface ChosenProps {
  readonly state: CalculatorState;
  readonly locale: Locale;
  readonly say: SayHere;
}

/** The loan as a receipt: what comes, what goes back, when, and what it costs in a year. */
function Chosen({ state, locale, say }: ChosenProps) {
  const { offer } = state;
  return (
    <section className="card flat chosen">
      <p className="strong">{say('new_client_you_pay_back')}</p>
      <p className="money xl">
        <span className="cur">S/</span>
        {`\u00a0${formatAmount(offer.totalCents)}`}
      </p>
      <dl>
        {rows(state, say).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div role="status">
        <Trouble state={state} say={say} />
      </div>
      <a className="btn line" href={localePath(locale, '')}>
        {say('new_client_change')}
      </a>
      <p className="small mute">{say('new_client_not_binding')}</p>
    </section>
  );
}

function rows({ selection, offer }: CalculatorState, say: SayHere): [string, string][] {
  const { schedule, dueDate } = offer;
  const first = schedule?.[0];
  const term: [string, string][] = first
    ? [
        [say('new_client_term'), installmentTerm(schedule, say)],
        [say('new_client_first_due'), formatDate(first.dueDate)],
        [say('new_client_last_due'), formatDate(dueDate)],
      ]
    : [
        [say('new_client_term'), say('new_client_single_term', { count: selection.term })],
        [say('new_client_due'), formatDate(dueDate)],
      ];
  return [
    [say('new_client_you_ask'), formatSoles(fromSoles(selection.amount))],
    ...term,
    [say('calc_tcea'), formatPercent(offer.tceaPercent)],
    [say('calc_tcea_excl_vat'), formatPercent(offer.tceaExclVatPercent)],
  ];
}

/** `12 monthly instalments of S/ 250,11`, or eleven of them and a last one of another amount. */
function installmentTerm(schedule: readonly Installment[], say: SayHere): string {
  const [amount, last] = [schedule[0], schedule.at(-1)].map((row) => formatSoles((row as Installment).totalCents));
  const count = equalInstallments(schedule);
  const key = count < schedule.length ? 'new_client_installment_term_uneven' : 'new_client_installment_term';
  return say(key, { count, amount: amount as string, last: last as string });
}

function Trouble({ state, say }: Pick<ChosenProps, 'state' | 'say'>) {
  const text = troubleText(state, say);
  if (!text) return null;
  return (
    <p className={state.confirmation === 'failed' ? 'note bad' : 'note'}>
      <Icon name="warning" />
      {text}
    </p>
  );
}

const ASKED = [
  'new_client_ask_identity',
  'new_client_ask_income',
  'new_client_ask_account',
  'new_client_ask_signature',
] as const;

/** What will be asked, and the truth about today: there is no online registration yet. */
function Next({ say, contacts }: { readonly say: SayHere; readonly contacts: NewClientProps['contacts'] }) {
  const { whatsapp, email } = contacts ?? {};
  return (
    <section className="next">
      <h2>{say('new_client_next')}</h2>
      <ol>
        {ASKED.map((key) => (
          <li key={key}>{say(key)}</li>
        ))}
      </ol>
      <div className="card soon">
        <h3>{say('new_client_soon')}</h3>
        <p>{say('new_client_soon_text')}</p>
        <p className="reach">
          {whatsapp && (
            <a className="btn" href={`https://wa.me/${whatsapp.replace(/\D/g, '')}`}>
              {say('new_client_whatsapp', { number: whatsapp })}
            </a>
          )}
          {email && (
            <a className="btn line" href={`mailto:${email}`}>
              {email}
            </a>
          )}
        </p>
      </div>
    </section>
  );
}
