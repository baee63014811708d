/**
 * A copy of the lending service that works for a while and dies, by its own hand and without warning, at the step of
 * the database it is told. Before it works it proves that whoever died before it left everything whole.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createClock } from '#server/kit/clock.ts';
import { type DatabaseLocation, openDatabase } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import { createLendingApp, paymentContext } from '#server/lending/app.ts';
import { niubizCard } from '#server/lending/gateways/card/niubiz-card.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { httpBank } from '#server/lending/gateways/payout/http-bank.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { createServices } from '#server/lending/services.ts';
import { testVault } from '../people/vault.ts';
import { watchedDialect } from './dying-dialect.ts';
import { type CrashWorld, SCENARIOS, type ScenarioName } from './scenarios.ts';
import type { SHOP } from './shop.ts';

export interface CrashOrder {
  readonly location: DatabaseLocation;
  /** Where the stand-ins of bank and card provider are; they outlive every child. */
  readonly bank: { readonly apiUrl: string; readonly token: string };
  readonly niubiz: { readonly apiUrl: string; readonly scriptUrl: string } & typeof SHOP;
  readonly scenario: ScenarioName;
  /** Dies at this step of its work, counted from 1; 0: finishes what is left and lives. */
  readonly dieAt: number;
  /** What was acknowledged, a line each, across all lives. */
  readonly acknowledgements: string;
}

const order = JSON.parse(process.argv[2] ?? '') as CrashOrder;
let step = 0;
let isWorking = false;

const db = await openDatabase<Tables>(order.location, {
  around: (dialect) =>
    watchedDialect(dialect, () => {
      if (!isWorking) return;
      step += 1;
      if (step === order.dieAt) process.kill(process.pid, 'SIGKILL');
    }),
});
const log = createLog({ level: 'silent', name: 'crash' });
const config = { production: false, sandbox: true, trustedProxies: 0 };
const services = createServices({ db, clock: createClock(), log, vault: testVault(), config });
const { now } = services.clock;
const gateways = {
  card: niubizCard({ settings: order.niubiz, fetch: globalThis.fetch, now }),
  payout: httpBank({ settings: order.bank, fetch: globalThis.fetch }),
  cashCode: undefined,
  sms: undefined,
  deviceRisk: velocityRules,
  transferAccounts: [],
  sandboxes: [],
};
const options = { ...services, config, gateways };
const world: CrashWorld = {
  ...services,
  app: createLendingApp(options),
  payments: paymentContext(services, options),
  niubizUrl: order.niubiz.apiUrl,
  payout: gateways.payout,
  openDestination: openDestinations(db.kysely, services.vault),
  acknowledge: (line) => appendFileSync(order.acknowledgements, `${line}\n`),
};
const acknowledged = existsSync(order.acknowledgements)
  ? readFileSync(order.acknowledgements, 'utf8').split('\n').filter(Boolean)
  : [];

const scenario = SCENARIOS[order.scenario];
const { problems } = await verifyLedger(db.kysely, services.calendar);
const faults = [...problems, ...(await scenario.check(world, acknowledged))];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(3);
}
isWorking = true;
await scenario.recover(world);
if (order.dieAt > 0) await scenario.work(world);
isWorking = false;
const unsettled = order.dieAt === 0 ? ((await scenario.settle?.(world)) ?? []) : [];
if (unsettled.length > 0) {
  console.error(unsettled.join('\n'));
  process.exit(3);
}
console.log(JSON.stringify({ steps: step }));
await db.close();
