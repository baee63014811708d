/** Kinds of things that a fraud flag can lie on. `cci`: a bank account, by its interbank code. */
export const FLAG_KINDS = ['document', 'phone', 'cci', 'device', 'address'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];

/** An open flag that lies on a person or on something they have used. */
export interface OpenFlag {
  readonly id: string;
  readonly caseId: string;
  readonly kind: FlagKind;
  readonly reason: string;
  readonly flaggedBy: string;
  readonly flaggedAt: Date;
  /** The application it was found in. */
  readonly reference: string | null;
  /** True when this person was flagged, and not somebody they share something with. */
  readonly isOwn: boolean;
}
