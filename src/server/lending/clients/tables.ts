import type { FixedJson } from '#server/kit/tables.ts';

/** Importance: CRITICAL means that money or rights are lost if it is not read. */
export const SEVERITIES = ['INFO', 'SUCCESS', 'WARNING', 'CRITICAL'] as const;

export type Severity = (typeof SEVERITIES)[number];

declare module '#server/kit/tables.ts' {
  interface Tables extends ClientsTables {}
}

interface ClientsTables {
  readonly notification: {
    readonly id: string;
    readonly person_id: string;
    readonly kind: string;
    readonly params: FixedJson<Readonly<Record<string, unknown>>>;
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
  readonly bank_account: {
    readonly id: string;
    readonly person_id: string;
    readonly account_sealed: string;
    readonly usable_at: Date;
    readonly created_at: Date;
  };
}
