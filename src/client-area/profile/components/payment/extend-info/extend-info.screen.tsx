import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { getWaysOut } from '#api/endpoints/arrangements/get-ways-out.ts';
import type { ExtensionOptionBody } from '#api/extension-body.ts';
import { createLoaded } from '#client-area/data/loaded.store.ts';
import { LoadedView, useLoaded } from '#client-area/data/loaded.tsx';
import { ExplainedSum } from '#client-area/explain/explained-sum.tsx';
import { extendedTotalTerms, termsOnWire } from '#client-area/explain/loan-terms.ts';
import { ExtensionRules } from '#client-area/profile/parts/extension-rules.tsx';
import { NothingToPay, WaysOut } from '#client-area/profile/parts/ways-out.tsx';
import { screenHref } from '#client-area/router.ts';
import type { ScreenProps } from '#client-area/screen.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { fromSoles } from '#loan/money.ts';
import { TitledSection } from '#ui/titled-section/titled-section.tsx';
import type { ExtendInfoTextKey } from './texts.ts';

type Props = ScreenProps<ExtendInfoTextKey>;

/**
 * "I cannot pay on time": all that the loan can do today, what opens later, and a person; below it, where the date can be
 * moved, the price of an extension for every term, in soles, compared with paying today.
 */
export function Screen({ say }: Props) {
  const ways = useLoaded(() => createLoaded(getWaysOut, {}));
  const store = useLoaded(() => createLoaded(getExtensionOptions, {}));
  return (
    <div className="wrap page stack-l">
      <h1>{say('place_ways')}</h1>
      <LoadedView store={ways} look="lines" say={say}>
        {({ out }) => (out ? <WaysOut out={out} say={say} /> : <NothingToPay say={say} />)}
      </LoadedView>
      <LoadedView store={store} look="lines" say={say}>
        {({ eligible, options }) =>
          eligible && (
            <div className="cols main">
              <div>
                <Options options={options} say={say} />
              </div>
              <aside>
                <ExtensionRules say={say}>
                  <p className="floor">
                    <a className="btn" href={screenHref('profile-components-payment-extend-loan')}>
                      {say('extend_info_go')}
                    </a>
                  </p>
                </ExtensionRules>
              </aside>
            </div>
          )
        }
      </LoadedView>
    </div>
  );
}

function Options({ options, say }: Pick<Props, 'say'> & { readonly options: readonly ExtensionOptionBody[] }) {
  const [first] = options;
  return (
    <TitledSection id="extend-info-table" look="card flat stack grow" title={say('extend_info_table')}>
      <table className="rows plan-rows">
        <caption className="sr">{say('extend_info_table')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('extend_info_term')}</th>
            <th scope="col">{say('extend_info_date')}</th>
            <th scope="col">{say('extend_info_price')}</th>
            <th scope="col">{say('extend_info_total')}</th>
          </tr>
        </thead>
        <tbody>
          {options.map((option) => (
            <tr key={option.term}>
              <th scope="row">{say('extend_option', { count: option.term })}</th>
              <td data-name={say('extend_info_date')}>{formatDate(option.newDueDate)}</td>
              <td data-name={say('extend_info_price')}>
                <ExplainedSum terms={termsOnWire(option.terms)} totalCents={fromSoles(option.price)} isBare say={say} />
              </td>
              <td data-name={say('extend_info_total')}>
                <ExplainedSum
                  terms={extendedTotalTerms(option)}
                  totalCents={fromSoles(option.totalCostAfter)}
                  isBare
                  say={say}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {first && <p>{say('extend_info_now', { amount: formatSoles(fromSoles(first.compareToPayingNow)) })}</p>}
    </TitledSection>
  );
}
