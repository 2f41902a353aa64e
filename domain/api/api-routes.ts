import * as contracts from "./contracts.ts";
import type { Route } from "./route.ts";

type Endpoints<Contract> = Contract extends unknown ? Extract<Contract[keyof Contract], Route> : never;
export type ApiRoute = Endpoints<(typeof contracts)[keyof typeof contracts]>;

const isRoute = (value: unknown): value is Route =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

/** Every endpoint, for the OpenAPI document and for tests that go through them all. */
export const API_ROUTES: readonly Route[] = Object.values(contracts).flatMap((contract) =>
  Object.values<unknown>(contract).filter(isRoute),
);
