import { type Columns, type SQL, type Statement, statement } from "#db/database.ts";

/** Selects a user's encrypted secret that hasn't been confirmed with a code yet. */
export const pendingQuery = (userId: number): Statement<Columns<"users", "two_factor_pending">> =>
  statement`select two_factor_pending from users where id = ${userId}`;

/** Stores an unconfirmed secret. Returns nothing if two-factor authentication is already on. */
export const setPending = (userId: number, sealed: string): Statement<Columns<"users", "id">> =>
  statement`update users set two_factor_pending = ${sealed} where id = ${userId} and two_factor_at is null returning id`;

/** Turns two-factor authentication on with a secret whose code of `step` was accepted. */
export const setTwoFactor = (userId: number, sealed: string, step: number, now: number, when: SQL) =>
  statement`update users set two_factor_at = ${now}, two_factor_secret = ${sealed}, two_factor_step = ${step},
    two_factor_pending = null where id = ${userId} and ${when}`;

/** Turns two-factor authentication off and deletes its data. `when` can require that it's on, because the user changes last. */
export const clearTwoFactor = (userId: number, when: SQL): Statement[] => [
  statement`delete from recovery_codes where user_id = ${userId} and ${when}`,
  statement`update users set two_factor_at = null, two_factor_secret = null, two_factor_pending = null
    where id = ${userId} and ${when}`,
];
