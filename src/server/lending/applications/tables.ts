import type { ColumnType, Generated } from 'kysely';
import type { ApplicationDocumentType, InformationCode } from '#api/application-information.ts';
import type { Locale } from '#i18n/locale.ts';
import type { ApplicationStage, ApplicationStep } from '#loan/application.ts';
import type { ApprovedRange, ChangedFigure, RejectionReason } from '#loan/application-decisions.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { Product, ProductType } from '#loan/product.ts';
import type { CheckKind } from '#loan/requirements.ts';
import type { Json } from '#server/kit/tables.ts';
import type { DeclarationKind } from './store/declaration-store.ts';
import type { DecisionOutcome } from './underwriting/decide.ts';
import type { Finding } from './underwriting/rules.ts';
import type { Score } from './underwriting/score.ts';

/** A paper that was shown to be signed. */
export interface ShownDocument {
  readonly id: string;
  readonly type: 'CONTRACT' | 'HOJA_RESUMEN' | 'SCHEDULE' | 'PRIVACY_NOTICE';
  readonly language: Locale;
  readonly title: string;
  readonly pages: number;
  readonly sha256: string;
  /** The words of the paper, for the page that shows it, sealed with the person's key. */
  readonly wordsSealed: string;
}

export interface ApplicationTable {
  readonly id: string;
  readonly reference: string;
  readonly person_id: string;
  readonly stage: ApplicationStage;
  readonly is_repeat: boolean;
  readonly version: number;
  readonly product_type: ProductType;
  readonly product_id: number;
  readonly amount: number;
  readonly term: number;
  readonly parameter_version: number;
  readonly business_date: string;
  readonly marketing: Json<Readonly<Record<string, string>>>;
  readonly device_id: string | null;
  /** Sealed with the person's key. */
  readonly device: Json<string>;
  readonly caller: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly stage_since: Date;
  readonly active_at: Date;
  readonly approved_at: Date | null;
  readonly seen_at: Date | null;
  readonly rejected_on: string | null;
  readonly can_reapply_on: string | null;
  readonly review_requested_at: Date | null;
  readonly loan_id: string | null;
  readonly purged_at: Date | null;
}

declare module '#server/kit/tables.ts' {
  interface Tables extends ApplicationsTables {}
}

interface ApplicationsTables {
  readonly application_counter: { readonly year: number; readonly last_number: number };
  readonly application: ApplicationTable;
  readonly application_event: {
    readonly id: Generated<number>;
    readonly application_id: string;
    readonly event: string;
    readonly from_stage: ApplicationStage | null;
    readonly to_stage: ApplicationStage;
    readonly actor: string;
    readonly data: Json<Readonly<Record<string, unknown>>>;
    readonly business_date: string;
    readonly at: Date;
  };
  readonly application_step: {
    readonly application_id: string;
    readonly step: ApplicationStep | 'device';
    readonly draft_sealed: string | null;
    readonly data_sealed: string | null;
    readonly completed_at: Date | null;
    readonly updated_at: Date;
  };
  readonly application_document: {
    readonly id: string;
    readonly application_id: string;
    readonly type: ApplicationDocumentType;
    readonly media_type: string;
    readonly byte_length: number;
    readonly sha256: string;
    readonly bytes_sealed: Uint8Array | null;
    readonly submitted_at: Date | null;
    readonly created_at: Date;
  };
  readonly declaration: {
    readonly id: string;
    readonly person_id: string;
    readonly application_id: string;
    readonly kind: DeclarationKind;
    readonly answer: boolean;
    readonly detail_sealed: string | null;
    readonly text_version: string;
    readonly declared_at: Date;
  };
  readonly information_item: {
    readonly id: string;
    readonly application_id: string;
    readonly position: number;
    readonly code: InformationCode;
    readonly note: string | null;
    readonly asked_by: string;
    readonly asked_at: Date;
    readonly answered_at: Date | null;
    readonly value_sealed: string | null;
    readonly document_ids: Json<readonly string[]>;
  };
  readonly external_check: {
    readonly id: string;
    readonly application_id: string;
    readonly kind: CheckKind;
    readonly question: string;
    readonly provider: string;
    readonly reference: string | null;
    readonly answer_sealed: string | null;
    readonly business_date: string;
    readonly at: Date;
  };
  readonly decision: DecisionTable;
  readonly application_vote: {
    readonly id: string;
    readonly application_id: string;
    readonly kind: 'approve' | 'fraud';
    readonly voted_by: string;
    readonly voter_id: string;
    readonly amount: number | null;
    readonly at: Date;
    /** The open flags of fraud that they knew of. */
    readonly flags: Generated<string[]>;
  };
  readonly offer: {
    readonly id: string;
    readonly application_id: string;
    readonly decision_id: string;
    readonly amount: number;
    readonly term: number;
    readonly product: Json<Product>;
    readonly business_date: string;
    readonly created_at: Date;
    readonly valid_until: Date;
    readonly replaced_at: Date | null;
    readonly accepted_at: Date | null;
  };
  readonly agreement: {
    readonly id: string;
    readonly application_id: string;
    readonly offer_id: string;
    readonly terms: Json<LoanTerms>;
    readonly value_date: string;
    readonly documents: Json<readonly ShownDocument[]>;
    readonly changed: Json<readonly ChangedFigure[]>;
    readonly created_at: Date;
    readonly voided_at: Date | null;
    readonly signed_at: Date | null;
  };
  readonly signature: {
    readonly id: string;
    readonly agreement_id: string | null;
    readonly top_up_id: string | null;
    readonly person_id: string;
    readonly loan_id: string;
    readonly challenge_id: string;
    readonly evidence_sealed: string;
    readonly seal: string;
    readonly seal_key: string;
    readonly signed_at: Date;
  };
  readonly screen_seen: {
    readonly person_id: string;
    readonly screen: string;
    readonly ref: string;
    readonly at: Date;
  };
}

interface DecisionTable {
  readonly id: string;
  readonly application_id: string;
  readonly decided_by: string;
  readonly outcome: DecisionOutcome['outcome'];
  readonly rule_set: string;
  readonly snapshot_sealed: string | null;
  readonly findings: Json<readonly Finding[]>;
  readonly score: Json<Score>;
  readonly reasons: Json<readonly RejectionReason[]>;
  readonly approved: ColumnType<ApprovedRange | null, string | null, never>;
  readonly note: string | null;
  readonly business_date: string;
  readonly at: Date;
}
