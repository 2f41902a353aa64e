import { ROLE_RECORDS } from "#domain/discord/roles.ts";
import { ThrownResponse } from "../server.ts";
import type { IssuedGrants } from "./grants.ts";
import { DISCORD_PEOPLE, type DiscordPerson } from "./people.ts";

/** Makes the next `times` calls of a part fail for a person. */
export interface InjectedFailure {
  person: string;
  part: "token" | "revoke" | "profile" | "connection";
  status: number;
  times: number;
}

export interface DiscordState extends IssuedGrants {
  people: DiscordPerson[];
  /** Each person's role connection. */
  connections: Record<string, unknown>;
  /** The values that servers can base roles on. */
  records: readonly { key: string }[];
  failures: InjectedFailure[];
}

export const newDiscordState = (): DiscordState => ({
  people: [...DISCORD_PEOPLE],
  codes: {},
  grants: [],
  connections: {},
  records: ROLE_RECORDS,
  failures: [],
});

export const throwError = (status: number, message: string): never => {
  throw new ThrownResponse({ status, body: { message, code: 0 } });
};

/** Throws if a test has injected a failure. */
export function throwInjectedFailure(
  { failures }: DiscordState,
  person: string | undefined,
  part: InjectedFailure["part"],
): void {
  const failure = failures.find((one) => one.person === person && one.part === part && one.times > 0);
  if (!failure) return;
  failure.times--;
  throwError(failure.status, "A test made the stand-in fail.");
}

/** People whose profile response waits until a test releases it. */
export type HeldProfiles = Map<string, PromiseWithResolvers<void>>;
