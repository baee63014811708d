import type { Generated } from 'kysely';
import type { ReauthMethod } from '#api/access.ts';
import type { MarketingChannel } from '#api/consent.ts';
import type { ContactKind } from '#api/contact-change.ts';
import type { DeviceData } from '#api/endpoints/people/send-device-data.ts';
import type { ACCESS_EVENTS } from '#api/endpoints/privacy/get-access-log.ts';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import type { ImpersonationMode } from '#api/impersonation.ts';
import type { Locale } from '#i18n/locale.ts';
import type { ChallengeRow, PasskeyRow } from '#server/kit/kept-passkeys.ts';
import type { Json } from '#server/kit/tables.ts';
import type { SearchKind } from './search-keys.ts';

export type PersonStatus = 'ACTIVE' | 'CLOSING' | 'CLOSED';

/** The channel by which a code reaches a person. */
export type CodeChannel = 'SMS' | 'VOICE' | 'WHATSAPP' | 'EMAIL';

export type SuppressionReason = 'REVOKED' | 'CLOSED' | 'AUTHORITY';

declare module '#server/kit/tables.ts' {
  interface Tables extends PeopleTables {}
}

interface PeopleTables {
  readonly vault_check: { readonly id: number; readonly sealed: string };
  readonly person: PersonTable;
  readonly person_note: {
    readonly id: string;
    readonly person_id: string;
    readonly written_by: string;
    readonly at: Date;
    readonly text_sealed: string;
    readonly file_name_sealed: string | null;
    readonly file_sealed: Uint8Array | null;
    readonly media_type: string | null;
  };
  readonly person_search: {
    readonly person_id: string;
    readonly kind: SearchKind;
    readonly key: string;
    readonly whole: boolean;
  };
  readonly credential: { readonly person_id: string; readonly password_hash: string; readonly changed_at: Date };
  readonly known_device: {
    readonly person_id: string;
    readonly secret_hash: string;
    readonly first_seen_at: Date;
    readonly last_seen_at: Date;
  };
  readonly person_passkey: PersonPasskeyTable;
  readonly passkey_challenge: PasskeyChallengeTable;
  readonly impersonation: {
    readonly id: string;
    readonly person_id: string;
    readonly staff: string;
    readonly reason: string;
    readonly ticket_id: string;
    readonly mode: ImpersonationMode;
    readonly issued_at: Date;
    readonly redeemed_at: Date | null;
    readonly told_at: Date | null;
  };
  readonly session: SessionTable;
  readonly session_grant: {
    readonly session_id: string;
    readonly purpose: string;
    readonly method: ReauthMethod;
    readonly challenge_id: string;
    readonly granted_at: Date;
    readonly until: Date;
  };
  readonly challenge: ChallengeTable;
  readonly registration: {
    readonly id: string;
    readonly details_sealed: string | null;
    readonly document_index: string;
    readonly existing: boolean;
    readonly token_hash: string | null;
    readonly token_until: Date | null;
    readonly completed_at: Date | null;
    readonly created_at: Date;
  };
  readonly link_token: {
    readonly id: string;
    readonly kind: string;
    readonly token_hash: string;
    readonly person_id: string | null;
    readonly subject_id: string | null;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly used_at: Date | null;
  };
  readonly phone_recovery: {
    readonly id: string;
    readonly person_id: string;
    readonly new_phone_sealed: string;
    readonly new_email_sealed: string | null;
    readonly status: 'EMAIL_SENT' | 'WAITING' | 'APPROVED' | 'REJECTED';
    readonly selfie_sealed: string | null;
    readonly selfie_media_type: string | null;
    readonly created_at: Date;
    readonly confirmed_at: Date | null;
    readonly decided_at: Date | null;
    readonly decided_by: string | null;
  };
  readonly contact_change: {
    readonly id: string;
    readonly person_id: string;
    readonly kind: ContactKind;
    readonly value_sealed: string | null;
    readonly told_sealed: string | null;
    readonly session_id: string | null;
    readonly lost_channel: 'PHONE' | 'EMAIL' | null;
    readonly status: 'SENT' | 'PENDING' | 'APPLIED' | 'STOPPED' | 'CANCELLED' | 'REPLACED' | 'EXPIRED';
    readonly requested_at: Date;
    readonly counts_at: Date;
    readonly decided_at: Date | null;
  };
  readonly throttle_event: { readonly id: string; readonly scope: string; readonly key: string; readonly at: Date };
  readonly throttle_bucket: { readonly scope: string; readonly key: string; readonly full_at_ms: number };
  readonly access_event: {
    readonly id: string;
    readonly person_id: string;
    readonly kind: (typeof ACCESS_EVENTS)[number];
    readonly at: Date;
    readonly caller: string | null;
    readonly user_agent: string | null;
    readonly staff: string | null;
  };
  readonly idempotency_key: {
    readonly client_id: string | null;
    readonly route: string;
    readonly key: string;
    readonly body_hash: string;
    readonly status: number;
    readonly response: Json<unknown>;
    readonly created_at: Date;
  };
  readonly device: DeviceTable;
  readonly consent_event: ConsentEventTable;
  readonly suppression: {
    readonly id: string;
    readonly person_id: string;
    readonly channel: MarketingChannel;
    readonly reason: SuppressionReason;
    readonly since: Date;
    readonly lifted_at: Date | null;
  };
}

interface PersonTable {
  readonly id: string;
  readonly data_key: string | null;
  readonly status: PersonStatus;
  readonly language: Locale;
  readonly document_type: DocumentType;
  readonly document_sealed: string;
  readonly document_index: string;
  readonly first_name_sealed: string | null;
  readonly last_name1_sealed: string | null;
  readonly last_name2_sealed: string | null;
  readonly birth_date_sealed: string | null;
  readonly phone_sealed: string | null;
  readonly phone_index: string | null;
  readonly phone_verified_at: Date | null;
  readonly alt_phone_sealed: string | null;
  readonly email_sealed: string | null;
  readonly email_index: string | null;
  readonly email_verified_at: Date | null;
  readonly address_sealed: string | null;
  readonly payday: number | null;
  readonly version: Generated<number>;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface SessionTable {
  readonly id: string;
  readonly person_id: string;
  readonly token_hash: string;
  readonly bind_hash: string;
  readonly rotated_at: Date;
  readonly confirmed: Generated<boolean>;
  readonly previous_token_hash: string | null;
  readonly previous_bind_hash: string | null;
  readonly previous_until: Date | null;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly full_until: Date | null;
  readonly expires_at: Date;
  readonly caller: string;
  readonly user_agent: string;
  readonly impersonation_id: string | null;
  readonly revoked_at: Date | null;
  readonly revoked_because: string | null;
}

export interface ChallengeTable {
  readonly id: string;
  readonly kind: 'REGISTRATION' | 'SIGN_IN' | 'NEW_DEVICE' | 'STEP_UP' | 'PHONE_CHANGE' | 'PASSWORD_RESET';
  readonly person_id: string | null;
  readonly session_id: string | null;
  readonly purpose: string | null;
  /** Subject that a code signs, where it signs something. */
  readonly subject: Generated<string | null>;
  readonly method: ReauthMethod;
  readonly channel: CodeChannel | null;
  readonly destination_sealed: string | null;
  readonly destination_index: string | null;
  readonly code_hash: string | null;
  readonly code_expires_at: Date | null;
  readonly sent_at: Date | null;
  readonly tries: Generated<number>;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly met_at: Date | null;
}

interface DeviceTable {
  readonly id: string;
  /** One sealed text; plain only in older rows that are not sealed yet. */
  readonly data: Json<DeviceData | string>;
  readonly first_seen_at: Date;
  readonly last_seen_at: Date;
  readonly forget_on: string;
}

/** Append-only: a trigger refuses changes. */
interface ConsentEventTable {
  readonly id: string;
  /** Of a visitor; of a client `person_id`. */
  readonly device_id: string | null;
  readonly person_id: string | null;
  readonly purpose: string;
  readonly granted: boolean;
  readonly text_version: string;
  readonly channel: 'WEB';
  readonly actor: 'VISITOR' | 'CLIENT';
  readonly caller: string;
  readonly created_at: Date;
}

interface PersonPasskeyTable extends PasskeyRow {
  readonly person_id: string;
  readonly session_id: string | null;
  readonly counts_at: Date;
}

interface PasskeyChallengeTable extends ChallengeRow<'sign-in' | 'add'> {
  readonly user_handle: string | null;
}
