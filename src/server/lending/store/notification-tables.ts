import type { ColumnType } from 'kysely';
import type { MarketingChannel } from '#api/consent.ts';
import type { ContactChannel, PauseReason } from '#loan/contact-hours.ts';

/** Written as JSON text, read as a value. */
type Json<Value> = ColumnType<Value, string, never>;

/** How much it matters: CRITICAL is what costs money or rights when it is not read. */
export const SEVERITIES = ['INFO', 'SUCCESS', 'WARNING', 'CRITICAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

export type SuppressionReason = 'REVOKED' | 'CLOSED' | 'AUTHORITY';
export type ProposalStatus = 'PROPOSED' | 'APPROVED' | 'REJECTED';

/** The tables of migration 0010. */
export interface NotificationTables {
  readonly notification: {
    readonly id: string;
    readonly person_id: string;
    readonly kind: string;
    readonly params: Json<Readonly<Record<string, unknown>>>;
    readonly severity: Severity;
    readonly link: string;
    readonly natural_key: string;
    readonly template_version: number;
    readonly created_at: Date;
    readonly read_at: Date | null;
  };
  readonly notification_preference: {
    readonly person_id: string;
    readonly email: boolean;
    readonly sms: boolean;
    readonly sms_details: boolean;
    readonly updated_at: Date;
  };
  readonly suppression: {
    readonly id: string;
    readonly person_id: string;
    readonly channel: MarketingChannel;
    readonly reason: SuppressionReason;
    readonly since: Date;
    readonly lifted_at: Date | null;
  };
  readonly reminder_run: { readonly loan_id: string; readonly through: string };
  readonly contact_attempt: {
    readonly id: string;
    readonly person_id: string;
    readonly loan_id: string;
    readonly channel: ContactChannel;
    readonly recipient: 'CLIENT';
    readonly at: Date;
    readonly made_on: string;
    readonly actor: string;
  };
  readonly contact_pause: {
    readonly id: string;
    readonly person_id: string;
    readonly reason: PauseReason;
    readonly opened_at: Date;
    readonly opened_by: string;
    readonly closed_at: Date | null;
    readonly closed_by: string | null;
  };
  readonly parameter_proposal: {
    readonly id: string;
    readonly kind: string;
    readonly key: string;
    readonly value: Json<unknown>;
    readonly valid_from: string;
    readonly valid_to: string | null;
    readonly reason: string;
    readonly status: ProposalStatus;
    readonly proposed_by: string;
    readonly proposed_at: Date;
    readonly decided_by: string | null;
    readonly decided_at: Date | null;
  };
}
