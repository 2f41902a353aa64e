import { isProduction } from "../env.ts";

/** Throws at random if a fault test requests it (`FAULTS=deliveries=0.2`). Never in production. */
export function injectFault(env: Env, component: string): void {
  if (!env.FAULTS || isProduction(env)) return;
  const rate = new URLSearchParams(env.FAULTS.replaceAll(",", "&")).get(component);
  if (rate && Math.random() < Number(rate)) throw new Error(`injected fault: ${component}`);
}
