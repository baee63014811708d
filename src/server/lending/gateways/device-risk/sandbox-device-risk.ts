import { Hono } from 'hono';
import { html } from 'hono/html';
import { NoAnswer } from '../no-answer.ts';
import { readForm, sandboxPage } from '../sandbox/sandbox-page.ts';
import type { DeviceAssessment, DeviceCheck, DeviceRisk } from './device-risk.ts';
import { assessVelocity } from './velocity-rules.ts';

const PATH = '/sandbox/device-risk';
const CHOICES = ['by the rules', 'ALLOW', 'REVIEW', 'DENY', 'no answer'] as const;
type Choice = (typeof CHOICES)[number];

/** Answers as a vendor would: it vouches for a box that came, unless it denies the device. */
function ofVendor(
  byRules: DeviceAssessment,
  outcome: DeviceAssessment['outcome'],
  check: DeviceCheck,
): DeviceAssessment {
  const isVouched = outcome !== 'DENY' && check.blackboxState === 'ok' && check.blackbox !== undefined;
  return { ...byRules, outcome, isVouched, ref: 'sandbox' };
}

/** An assessment chosen on a page of the sandbox; by default the rules decide. */
export function sandboxDeviceRisk(): { readonly app: Hono; readonly gateway: DeviceRisk } {
  const app = new Hono();
  const assessments: DeviceAssessment[] = [];
  let choice: Choice = 'by the rules';
  app.get(PATH, (c) => {
    const buttons = CHOICES.map(
      (name) => html`<button name="choice" value="${name}">${name === choice ? '✓ ' : ''}${name}</button>`,
    );
    const past = assessments.map(
      ({ outcome, reasons, ref }) => html`<li>${outcome} (${ref}) ${reasons.join(', ')}</li>`,
    );
    return sandboxPage(
      c,
      'Device risk',
      html`<p>How applications are judged from now on.</p>
        <form method="post" action="${PATH}">
          ${buttons}
        </form>
        <h2>Assessments</h2>
        <ul>
          ${past}
        </ul>`,
    );
  });
  app.post(PATH, async (c) => {
    const chosen = (await readForm(c))['choice'];
    choice = CHOICES.find((name) => name === chosen) ?? choice;
    return c.redirect(PATH, 303);
  });
  return {
    app,
    gateway: {
      async check(check) {
        if (choice === 'no answer') throw new NoAnswer('device risk: the sandbox says nothing');
        const byRules = assessVelocity(check);
        const assessment = choice === 'by the rules' ? byRules : ofVendor(byRules, choice, check);
        assessments.unshift(assessment);
        return assessment;
      },
    },
  };
}
