/**
 * A lending process that works for a while and kills itself, without cleaning up, at a given step of the database or of
 * its files. Before it works it must check that the process killed before it left everything consistent.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type DatabaseLocation, openDatabase } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { createLendingApp, paymentContext } from '#server/lending/app.ts';
import { niubizCard } from '#server/lending/gateways/card/niubiz-card.ts';
import { noChecks } from '#server/lending/gateways/checks/checks.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { type BankFileSettings, bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import { httpBank } from '#server/lending/gateways/payout/http-bank.ts';
import { type SunatSettings, sunatService } from '#server/lending/gateways/tax-documents/sunat-service.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { createServices } from '#server/lending/services.ts';
import { namingActs } from '../arrangements/named-acts.ts';
import { dateOfClockAt } from '../clock.ts';
import { OPERATOR_TOKEN } from '../payments/payments.ts';
import { testVault } from '../people/vault.ts';
import { withColleagues } from '../staff/colleagues.ts';
import { type CrashWorld, payoutFaults, type Scenario, TODAY } from './crash-world.ts';
import { watchedDialect } from './dying-dialect.ts';
import { SCENARIOS, type ScenarioName } from './scenarios.ts';
import type { SHOP } from './shop.ts';
import { watchFiles } from './watched-files.ts';

export interface CrashOrder {
  readonly location: DatabaseLocation;
  /** Addresses where the stand-ins of bank and card provider are; they outlive every child. */
  readonly bank: { readonly apiUrl: string; readonly token: string };
  /** Address where the banks list what they were sent. */
  readonly sentUrl: string;
  /** Folder in which the bank that takes files is told to look for them, and where both sides find them. */
  readonly fileBank: { readonly url: string; readonly files: BankFileSettings };
  /** The tax authority: its service, and where it lists what it was sent. */
  readonly tax: { readonly settings: SunatSettings; readonly sentUrl: string };
  readonly niubiz: { readonly apiUrl: string; readonly scriptUrl: string } & typeof SHOP;
  readonly scenario: ScenarioName;
  /** Undefined: finishes what is left and ends by itself. */
  readonly work?: {
    /** Kills itself at this step, counted from 1, of those whose names match; undefined: never. */
    readonly dieAt?: { readonly step: number; readonly of?: string };
    /** Another process works at the same time: nothing is consistent before both have ended. */
    readonly alongside?: boolean;
  };
  /** File of what was acknowledged, a line each, by all processes so far. */
  readonly acknowledgements: string;
}

const order = JSON.parse(process.argv[2] ?? '') as CrashOrder;
let step = 0;
let isWorking = false;
const dieAt = order.work?.dieAt;
const deadly = new RegExp(dieAt?.of ?? '');

function onStep(name: string): void {
  if (!isWorking || !deadly.test(name)) return;
  step += 1;
  if (step === dieAt?.step) process.kill(process.pid, 'SIGKILL');
}

watchFiles(onStep);
const db = await openDatabase<Tables>(order.location, {
  around: (dialect) => watchedDialect(dialect, onStep),
});
const log = createLog({ level: 'silent', name: 'crash' });
const config = { production: false, sandbox: true, trustedProxies: 0 };
const clock = dateOfClockAt(TODAY);
const services = createServices({ db, clock, log, vault: testVault(), config });
const gateways = {
  card: niubizCard({ settings: order.niubiz, fetch: globalThis.fetch, now: clock.now }),
  payout:
    order.scenario === 'batch'
      ? bankFilePayout(order.fileBank.files)
      : httpBank({ settings: order.bank, fetch: globalThis.fetch }),
  cashCode: undefined,
  sms: undefined,
  deviceRisk: velocityRules,
  checks: noChecks,
  transferAccounts: SANDBOX_ACCOUNTS,
  sandboxes: [],
};
const options = { ...services, config, gateways, operatorToken: OPERATOR_TOKEN };
const world: CrashWorld = {
  ...services,
  clock,
  app: withColleagues(namingActs(createLendingApp(options), services), db, OPERATOR_TOKEN),
  payments: paymentContext(services, options),
  niubizUrl: order.niubiz.apiUrl,
  sentUrl: order.sentUrl,
  taxDocuments: sunatService({ settings: order.tax.settings, fetch: globalThis.fetch }),
  sentTaxUrl: order.tax.sentUrl,
  fileBankUrl: order.fileBank.url,
  payout: gateways.payout,
  openDestination: openDestinations(db.kysely, services.vault),
  acknowledge: (line) => appendFileSync(order.acknowledgements, `${line}\n`),
  async unharmed(prepare) {
    const wasWorking = isWorking;
    isWorking = false;
    const prepared = await prepare();
    isWorking = wasWorking;
    return prepared;
  },
};
const acknowledged = existsSync(order.acknowledgements)
  ? readFileSync(order.acknowledgements, 'utf8').split('\n').filter(Boolean)
  : [];

const scenario: Scenario = SCENARIOS[order.scenario];
if (!order.work?.alongside) await endAtFaults(await scenario.check(world, acknowledged), { isFinished: false });
isWorking = true;
await scenario.recover(world, acknowledged);
if (order.work) await scenario.work(world);
isWorking = false;
if (!order.work) {
  await endAtFaults((await scenario.settle?.(world, acknowledged)) ?? [], { isFinished: true });
}
console.log(JSON.stringify({ steps: step }));
await db.close();

async function endAtFaults(found: readonly string[], options: { readonly isFinished: boolean }): Promise<void> {
  const { problems } = await verifyLedger(db.kysely, services.calendar);
  const faults = [...problems, ...(await payoutFaults(world, options)), ...found];
  if (faults.length === 0) return;
  console.error(faults.join('\n'));
  process.exit(3);
}
