import { type Env, isProduction } from "../env.ts";

/** Fails at random where a fault run wants this part to (`FAULTS=deliveries=0.2`); never in production. */
export function mayFail(env: Env, part: string): void {
  if (!env.FAULTS || isProduction(env)) return;
  const share = new URLSearchParams(env.FAULTS.replaceAll(",", "&")).get(part);
  if (share && Math.random() < Number(share)) throw new Error(`a fault was wanted: ${part}`);
}
