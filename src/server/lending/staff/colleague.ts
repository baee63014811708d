/**
 * Roles of colleagues: what they may do, by the work they do (domain 2.22). Somebody may have several: a small lender
 * has few people.
 */
export const ROLES = ['support', 'underwriter', 'collections', 'finance', 'compliance', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** `machine`: a program with `OPERATOR_TOKEN`, such as a hook of a deployment. `anybody`: the way in. */
export type StaffCaller = Role | 'machine' | 'anybody';

/** Somebody who works here and is signed in. */
export interface Colleague {
  readonly id: string;
  /** The name they sign in with and have in every record; it never changes. */
  readonly login: string;
  /** The name that clients see when support opens their account. */
  readonly name: string;
  readonly roles: readonly Role[];
}

/** The account that acts. Where it takes two, they are told apart by their ids. */
export type Account = Pick<Colleague, 'id' | 'login'>;

/** Tells whether somebody with these roles may be in a client's account (domain 2.2). */
export function maySupport({ roles }: Pick<Colleague, 'roles'>): boolean {
  return roles.includes('support');
}
