// Distinguishes data of a site in production from a developer's. Plain Node: it runs before anything is installed.
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @param {string} state */
const markOf = (state) => join(state, "production");

/**
 * Marks a state folder for good, so that no command of development opens it.
 * @param {string} state
 */
export function markAsProduction(state) {
  if (!existsSync(markOf(state))) writeFileSync(markOf(state), "");
}

/**
 * Whether a state folder has the data of a site in production.
 * @param {string} state
 */
export const isProductionState = (state) => existsSync(markOf(state));

/**
 * The sentence that refuses such data.
 * @param {string} state
 * @param {string} command
 */
export const productionError = (state, command) =>
  `${state} has the data of a site in production, which only npm run serve opens: ${command} would show everyone's mails. Choose another folder: BOPOLIS_STATE=…`;
