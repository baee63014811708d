import type { Offer } from '#loan/offer.ts';
import { Icon } from './parts/icon.tsx';
import { ResultsTable } from './parts/results-table.tsx';
import { Schedule } from './parts/schedule.tsx';
import type { Say } from './texts.ts';

interface DetailsProps {
  /** Prefix of the ids inside, the same on the server and in the browser. */
  readonly id: string;
  readonly offer: Offer;
  readonly igvPercent: number;
  /** The days by which a single payment can be extended. */
  readonly terms: readonly number[];
  readonly say: Say;
}

/**
 * The loan's cost, line by line, and its instalments; or a note that a single payment can be extended. Folded, because
 * the total, the cost and the rate stand above it: on a desk it would leave the choices beside an empty half, on a phone
 * it would make the first page half as long again.
 */
export function Details({ terms, ...table }: DetailsProps) {
  const { offer, say } = table;
  return (
    <details className="by-line">
      <summary>{say('calc_details')}</summary>
      <div>
        <ResultsTable {...table} />
        {offer.schedule ? (
          <Schedule schedule={offer.schedule} say={say} />
        ) : (
          <p className="note">
            <Icon name="calendar" />
            {say('calc_rollover', { days: listed(terms, say('calc_or')) })}
          </p>
        )}
      </div>
    </details>
  );
}

/** [7, 14, 30] → `7, 14 o 30`. */
function listed(terms: readonly number[], or: string): string {
  return [terms.slice(0, -1).join(', '), terms.at(-1)].filter(Boolean).join(` ${or} `);
}
