import { CONTRACTS } from "./contracts.ts";
import type { Route } from "./route.ts";

type Endpoints<Contract> = Contract extends unknown ? Extract<Contract[keyof Contract], Route> : never;
export type ApiRoute = Endpoints<(typeof CONTRACTS)[number]>;

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

/** Every endpoint, for the OpenAPI document and for tests that go through them all. */
export const API_ROUTES: readonly Route[] = CONTRACTS.flatMap((contract) =>
  Object.values(contract).filter(isRoute),
);
