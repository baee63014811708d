import type { ColumnType } from 'kysely';
import type { ExtensionStatus } from '#loan/extension.ts';
import type { ExtensionOffer } from '#loan/extension-offer.ts';
import type { PaymentChannel } from '#loan/payment-plan.ts';
import type { TopUpOffer } from '#loan/top-up.ts';
import type { Json } from '#server/kit/tables.ts';

/** Statuses that are stored. What the money made of a quote is derived instead: see `extensionOutcome`. */
export type StoredExtensionStatus = Exclude<ExtensionStatus, 'ACTIVE' | 'REVERSED'>;

export type TopUpRequestStatus = 'ORIGINATED' | 'SIGNED' | 'DECLINED' | 'EXPIRED';

declare module '#server/kit/tables.ts' {
  interface Tables extends ArrangementsTables {}
}

interface ArrangementsTables {
  readonly arrangement: {
    readonly id: string;
    readonly loan_id: string;
    readonly kind: 'plan' | 'flex';
    readonly payment_channel: PaymentChannel | null;
    readonly challenge_id: string | null;
    readonly agreed_at: Date;
  };
  readonly flex_offer: {
    readonly id: string;
    readonly loan_id: string;
    readonly offered_by: string;
    readonly offered_on: string;
    readonly valid_until: string;
    readonly at: Date;
  };
  readonly extension: {
    readonly id: string;
    readonly loan_id: string;
    readonly status: StoredExtensionStatus;
    readonly term_days: number;
    readonly fee: number;
    readonly price: number;
    readonly quote: Json<ExtensionOffer>;
    readonly quoted_on: string;
    readonly valid_until: string;
    readonly challenge_id: ColumnType<string | null, null, string | null>;
    readonly created_at: Date;
  };
  readonly top_up: {
    readonly id: string;
    readonly loan_id: string;
    readonly status: TopUpRequestStatus;
    readonly principal: number;
    readonly offer: Json<TopUpOffer>;
    readonly requested_on: string;
    readonly requested_at: Date;
    readonly expires_at: Date;
    readonly signed_offer: ColumnType<TopUpOffer | null, null, string>;
    readonly challenge_id: ColumnType<string | null, null, string | null>;
    readonly order_id: ColumnType<string | null, null, string>;
    readonly ended_at: ColumnType<Date | null, null, Date>;
  };
}
