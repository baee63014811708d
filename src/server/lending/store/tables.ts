import type { ColumnType, Generated } from 'kysely';
import type { ApplicationTables } from './application-tables.ts';
import type { ArrangementTables } from './arrangement-tables.ts';
import type { ComplaintTables } from './complaint-tables.ts';
import type { DocumentTables } from './document-tables.ts';
import type { LoanTables } from './loan-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { PaymentTables } from './payment-tables.ts';
import type { PersonTables } from './person-tables.ts';
import type { ProfileTables } from './profile-tables.ts';

/** The lending database as its migrations leave it. Dates are `YYYY-MM-DD`. */
export interface LendingTables
  extends ApplicationTables,
    ArrangementTables,
    ComplaintTables,
    DocumentTables,
    LoanTables,
    NotificationTables,
    PaymentTables,
    PersonTables,
    ProfileTables {
  readonly parameter: ParameterTable;
  readonly parameter_version: { readonly version: number };
  readonly device: DeviceTable;
  readonly consent_event: ConsentEventTable;
}

interface DeviceTable {
  readonly id: string;
  /** Written as JSON text, read as a value. */
  readonly data: ColumnType<unknown, string, string>;
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

interface ParameterTable {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** Written as JSON text, read as a value. */
  readonly value: ColumnType<unknown, string, never>;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly approved_by: string;
  readonly created_at: Generated<Date>;
}
