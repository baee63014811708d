import type { CallOutput } from '#api/call.ts';
import { getTrustLevel } from '#api/endpoints/loans/get-trust-level.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { Opened } from '#client-area/explain/opened.tsx';
import { Points } from '#client-area/profile/parts/points.tsx';
import type { ScreenProps } from '#client-area/screen.ts';
import { Coded } from '#client-area/texts/coded.tsx';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { Note } from '#ui/note/note.tsx';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { TrustLevelTextKey } from './texts.ts';

type Props = ScreenProps<TrustLevelTextKey>;
type Trust = CallOutput<typeof getTrustLevel>;

/** The trust level: its benefits, how to gain points, and every point so far. */
export function Screen(props: Props) {
  const { say } = props;
  const store = useLoaded(() => createLoaded(getTrustLevel, {}));
  return (
    <div className="wrap page stack-l">
      <div className="stack-s">
        <h1>{say('trust_title')}</h1>
        <p className="lead">{say('trust_lead')}</p>
      </div>
      <LoadedView store={store} say={say}>
        {(trust) => (
          <div className="cols main">
            <div className="stack">
              <Level trust={trust} say={say} />
              <History trust={trust} say={say} />
            </div>
            <aside className="stack">
              <Worth trust={trust} say={say} />
            </aside>
          </div>
        )}
      </LoadedView>
    </div>
  );
}

interface PartProps extends Pick<Props, 'say'> {
  readonly trust: Trust;
}

function Level({ trust, say }: PartProps) {
  const { level, name, points, next } = trust;
  return (
    <section className="card edge">
      <div className="weave" aria-hidden="true" />
      <div className="stack">
        <h2 className="h3">{say('trust_level', { level, name: say(`trust_name_${name}`) })}</h2>
        <p>
          <b>{points === 1 ? say('trust_points_one') : say('trust_points', { count: points })}</b>{' '}
          {next ? say('trust_missing', { count: next.pointsNeeded, level: next.level }) : say('trust_top')}
        </p>
      </div>
    </section>
  );
}

function Worth({ trust, say }: PartProps) {
  const { benefits, next } = trust;
  return (
    <>
      {benefits.length > 0 && (
        <TitledSection id="worth" look="card flat stack" title={say('trust_benefits')}>
          <Points
            icon="check"
            items={benefits.map(({ code, value }) => {
              const figure = code === 'MAX_SINGLE_PAY' ? formatSoles(fromSoles(value)) : formatPercent(value);
              const words = say(`trust_benefit_${code}`, { value: figure });
              if (code !== 'MAX_SINGLE_PAY') return words;
              return (
                <Opened key={code} figure={figure} shown={words} say={say}>
                  <Points items={limitWords(trust, figure, say)} />
                </Opened>
              );
            })}
          />
        </TitledSection>
      )}
      {next && next.how.length > 0 && (
        <TitledSection id="how" look="card stack grow" title={say('trust_how')}>
          <Points
            items={next.how.map((way) =>
              say('trust_how_each', { event: say(`trust_event_${way.event}`), count: way.points }),
            )}
          />
        </TitledSection>
      )}
      <Note title={say('trust_no_promise')}>
        <p>{say('trust_never')}</p>
      </Note>
    </>
  );
}

/** Explains how the limit is determined: the points and their level, the paid loans, and the parameter in force. */
function limitWords(
  { level, points, fromPoints, history, isFirstLoan }: Trust,
  amount: string,
  say: Props['say'],
): string[] {
  const ofLoans = history.filter(({ event }) => event.startsWith('loan-'));
  const earned = ofLoans.reduce((total, { delta }) => total + delta, 0);
  return [
    fromPoints === null
      ? say('trust_why_first', { level, points })
      : say('trust_why_level', { points, level, from: fromPoints }),
    say('trust_why_loans', { points: earned }),
    isFirstLoan ? say('trust_why_first_loan', { amount }) : say('trust_why_limit', { level, amount }),
  ];
}

function History({ trust: { history }, say }: PartProps) {
  return (
    <TitledSection id="history" look="card stack grow" title={say('trust_history')}>
      {history.length === 0 ? (
        <p className="mute">{say('trust_history_empty')}</p>
      ) : (
        <table className="rows small">
          <caption className="sr">{say('trust_history')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('trust_column_date')}</th>
              <th scope="col">{say('trust_column_event')}</th>
              <th scope="col" className="n">
                {say('trust_column_points')}
              </th>
            </tr>
          </thead>
          <tbody>
            {history.map(({ date, event, delta, loanNumber }) => (
              <tr key={`${date} ${event} ${loanNumber}`}>
                <th scope="row">{formatDate(date)}</th>
                <td className="words">
                  {say(`trust_event_${event}`)}
                  {loanNumber && (
                    <span className="mute">
                      {' · '}
                      <Coded text={loanNumber} />
                    </span>
                  )}
                </td>
                <td data-name={say('trust_column_points')}>
                  {delta > 0 ? `+${delta}` : String(delta).replace('-', '−')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledSection>
  );
}
