import { ROLE_RECORDS } from "#domain/discord/roles.ts";
import { Stop } from "../server.ts";
import type { Given } from "./grants.ts";
import { type DiscordPerson, PEOPLE } from "./people.ts";

/** The next calls of that part for that person fail with that status. */
export interface Failure {
  person: string;
  part: "token" | "revoke" | "profile" | "connection";
  status: number;
  times: number;
}

export interface Known extends Given {
  people: DiscordPerson[];
  /** What each person shows of their account on the site. */
  connections: Record<string, unknown>;
  /** What servers may make roles depend on. */
  records: readonly { key: string }[];
  failures: Failure[];
}

export const nothingYet = (): Known => ({
  people: [...PEOPLE],
  codes: {},
  grants: [],
  connections: {},
  records: ROLE_RECORDS,
  failures: [],
});

export const refuse = (status: number, message: string): never => {
  throw new Stop({ status, body: { message, code: 0 } });
};

/** Fails as a test has asked for. */
export function failAsTold({ failures }: Known, person: string | undefined, part: Failure["part"]): void {
  const failure = failures.find((one) => one.person === person && one.part === part && one.times > 0);
  if (!failure) return;
  failure.times--;
  refuse(failure.status, "The stand-in was told to fail.");
}

/** People whose profile is not told before a test says so. */
export type Held = Map<string, PromiseWithResolvers<void>>;
