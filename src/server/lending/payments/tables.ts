import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Locale } from '#i18n/locale.ts';
import type { CashAccount, PaymentUse } from '#loan/loan.ts';
import type {
  AmountOutcome,
  PaymentIntentEvent,
  PaymentIntentStatus,
  PaymentMethod,
  PaymentPurpose,
} from '#loan/payment-intent.ts';
import type { Json } from '#server/kit/tables.ts';
import type { CardForm } from '#server/lending/gateways/card/card-gateway.ts';

/** The settings that the page needs to open the card form, without the address, which is computed anew each time. */
export type StoredCardForm = Omit<CardForm, 'actionUrl' | 'timeoutUrl' | 'expirationMinutes'>;

/** Providers that can prove that money came. */
export type MoneyProvider = 'NIUBIZ' | 'PAGOEFECTIVO' | 'BANK';

/** Providers that collect for us and pay it out later. */
export type SettlementProvider = Exclude<MoneyProvider, 'BANK'>;

/** Surplus: taken back by a card's refund that was not owed any more. Charged back: after it had been given back. */
export type SettlementLineKind = 'collected' | 'taken-back' | 'surplus' | 'charged-back';

export type RefundStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'PAID' | 'REJECTED';

declare module '#server/kit/tables.ts' {
  interface Tables extends PaymentsTables {}
}

interface PaymentsTables {
  readonly payment_intent: PaymentIntentTable;
  readonly payment_event: {
    readonly id: GeneratedAlways<number>;
    readonly intent_id: string;
    readonly event: PaymentIntentEvent;
    readonly from_status: PaymentIntentStatus;
    readonly to_status: PaymentIntentStatus;
    readonly actor: string;
    readonly detail: Json<Readonly<Record<string, unknown>>>;
    readonly business_date: string;
    readonly at: Date;
  };
  readonly money_received: {
    readonly id: string;
    readonly provider: MoneyProvider;
    readonly provider_ref: string;
    readonly operation: string | null;
    readonly amount: number;
    readonly value_date: string;
    readonly into_account: CashAccount;
    readonly intent_id: string | null;
    readonly matched_intent_id: Generated<string | null>;
    readonly loan_id: string | null;
    readonly detail: Json<Readonly<Record<string, string>>>;
    readonly recorded_on: string;
    readonly received_at: Date;
  };
  readonly unapplied: {
    readonly id: string;
    readonly reason: string;
    readonly status: 'OPEN' | 'MATCHED' | 'RETURNED' | 'SETTLED';
    readonly created_at: Date;
    readonly resolved_at: Date | null;
    readonly resolved_by: string | null;
    readonly note: string | null;
  };
  readonly bank_line: {
    readonly id: string;
    readonly bank: string;
    readonly value_date: string;
    readonly booked_on: string | null;
    readonly told_on: Generated<string[]>;
    readonly bank_ref: string;
    readonly operation: GeneratedAlways<string>;
    readonly taken_back_on: Generated<string | null>;
    readonly taken_back: Generated<number | null>;
    readonly amount: number;
    readonly description: string;
    readonly reference: string | null;
    readonly money_id: string | null;
    readonly imported_at: Date;
    readonly imported_by: string;
  };
  readonly voucher: {
    readonly id: string;
    readonly intent_id: string;
    readonly bank_id: string;
    readonly from_bank: string | null;
    readonly operation_number: string;
    readonly paid_on: string;
    readonly amount: number;
    readonly file_sealed: string | null;
    readonly file_name: string | null;
    readonly media_type: string | null;
    readonly sha256: string | null;
    readonly sent_at: Date;
  };
  readonly webhook_inbox: {
    readonly id: string;
    readonly provider: 'PAGOEFECTIVO';
    readonly event_id: string;
    readonly body: Uint8Array;
    readonly headers: Json<Readonly<Record<string, string>>>;
    readonly signature_valid: boolean;
    readonly received_at: Date;
    readonly processed_at: Date | null;
    readonly result: string | null;
    readonly attempts: Generated<number>;
    readonly next_attempt_at: Date;
    readonly error: string | null;
  };
  readonly refund: {
    readonly id: string;
    readonly kind: 'CREDIT' | 'PAYMENT';
    readonly person_id: string;
    readonly loan_id: string;
    readonly intent_id: string | null;
    readonly amount: number;
    readonly status: RefundStatus;
    readonly order_id: string | null;
    readonly destination_sealed: string | null;
    readonly attempts: Generated<number>;
    readonly next_attempt_at: Date;
    readonly provider_ref: string | null;
    readonly reason: string | null;
    readonly requested_on: string;
    readonly requested_by: string;
    readonly created_at: Date;
    readonly ended_at: Date | null;
  };
  readonly refund_part: {
    readonly id: string;
    readonly refund_id: string;
    readonly payment_id: string;
    readonly amount: number;
    readonly booked_as: string | null;
  };
  readonly dispute: {
    readonly id: string;
    readonly intent_id: string;
    readonly provider_ref: string;
    readonly reason: string;
    readonly status: 'OPEN' | 'WON' | 'LOST';
    readonly opened_on: string;
    readonly opened_by: string;
    readonly ended_on: string | null;
    readonly ended_by: string | null;
    readonly created_at: Date;
  };
  readonly settlement: {
    readonly id: string;
    readonly provider: SettlementProvider;
    readonly provider_ref: string;
    readonly collected: number;
    readonly cost: number;
    readonly settled_on: string;
    readonly bank_money_id: string | null;
    readonly recorded_by: string;
    readonly created_at: Date;
  };
  readonly settlement_line: SettlementLineTable;
}

interface SettlementLineTable {
  readonly settlement_id: string;
  readonly money_id: string;
  readonly kind: SettlementLineKind;
  readonly amount: number;
}

interface PaymentIntentTable {
  readonly id: string;
  readonly person_id: string;
  readonly loan_id: string;
  readonly purpose: PaymentPurpose;
  readonly method: PaymentMethod;
  readonly use: ColumnType<PaymentUse, string, never>;
  readonly amount: number;
  readonly subject_id: string | null;
  readonly locale: Locale;
  readonly status: PaymentIntentStatus;
  readonly intent_key_hash: string;
  readonly purchase_number: string;
  readonly reference: string;
  readonly code: string | null;
  readonly code_url: string | null;
  readonly card_form: ColumnType<StoredCardForm | null, string | null, string | null>;
  readonly token_hash: string | null;
  readonly outcome: AmountOutcome | null;
  readonly failure_reason: string | null;
  readonly next_query_at: Date | null;
  readonly queries: Generated<number>;
  readonly unknown_since: Date | null;
  readonly asked_at: Date | null;
  readonly expires_at: Date;
  readonly created_on: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}
