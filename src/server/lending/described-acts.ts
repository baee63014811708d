import { applicationStaffActs } from './applications/routes.ts';
import { staffArrangementActs } from './arrangements/routes/staff-arrangements.ts';
import type { ComplaintsContext } from './complaints/complaints-context.ts';
import { staffComplaintActs } from './complaints/staff-complaints.ts';
import { staffFraudFlagActs } from './fraud/staff-fraud-flags.ts';
import { staffContactActs } from './loans/staff-contact.ts';
import { type MetricsContext, metricsAct } from './metrics.ts';
import { staffParameterActs } from './parameters/staff-parameters.ts';
import { paymentStaffActs } from './payments/routes.ts';
import { peopleStaffActs } from './people/routes.ts';
import { staffBookActs } from './portfolio/staff-books.ts';
import { staffClientActs } from './portfolio/staff-clients.ts';
import { staffListActs } from './portfolio/staff-lists.ts';
import { staffOperationActs } from './portfolio/staff-operations.ts';
import { staffSearchActs } from './portfolio/staff-search.ts';
import { staffDataRequestActs } from './privacy/staff-data-requests.ts';
import { type StaffAct, withPart } from './staff/act.ts';
import { approvalActs } from './staff/approvals.ts';
import { maintenancePassAct } from './staff/maintenance-pass.ts';
import { permissionActs } from './staff/permissions.ts';
import { accountActs } from './staff/staff-accounts.ts';
import { documentAct } from './staff/staff-document.ts';
import { staffTaxActs } from './tax-documents/staff-tax.ts';

const ACTS = [
  ...accountActs(),
  ...permissionActs(),
  ...approvalActs(),
  ...staffParameterActs(),
  ...peopleStaffActs(),
  ...withPart(staffComplaintActs(), ({ complaints }: { readonly complaints: ComplaintsContext }) => complaints),
  ...staffContactActs(),
  ...applicationStaffActs(),
  ...staffFraudFlagActs(),
  ...paymentStaffActs(),
  ...staffArrangementActs(),
  ...staffOperationActs(),
  ...staffListActs(),
  ...staffSearchActs(),
  ...staffClientActs(),
  ...staffBookActs(),
  ...staffTaxActs(),
  ...withPart([metricsAct()], ({ metrics }: { readonly metrics: MetricsContext }) => metrics),
  ...staffDataRequestActs(),
  maintenancePassAct(),
  documentAct(),
];

type ServicesOf<Act> = [Act] extends [StaffAct<infer Services>] ? Services : never;

/** All that the acts ask for. */
export type StaffServices = ServicesOf<(typeof ACTS)[number]>;

/**
 * Every act of the staff API with its description, also those that a process may have no use for. A process hands them
 * its services; the command line and tests read what is described.
 */
export const DESCRIBED_ACTS: readonly StaffAct<StaffServices>[] = ACTS;
