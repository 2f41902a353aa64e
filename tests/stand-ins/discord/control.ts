import type { StandInRequest, StandInResponse } from "../server.ts";
import { type DiscordState, type HeldProfiles, type InjectedFailure, throwError } from "./discord-state.ts";
import { revokeGrants } from "./grants.ts";
import type { DiscordPerson } from "./people.ts";

/** Ids of people that tests add follow the initial ones. */
const FIRST_TEST_ID = 900_000_000_000_001_000n;

/** Handles test commands: add, update and inspect people, and inject failures. */
export function handleDiscordControl(
  state: DiscordState,
  held: HeldProfiles,
  { method, path, body }: StandInRequest,
): StandInResponse {
  const [, , command, id] = path.split("/");
  const input = (body ? JSON.parse(body) : {}) as Partial<
    DiscordPerson & InjectedFailure & { expire: boolean; revoke: boolean; hold: boolean }
  >;
  if (method === "POST" && command === "fail") {
    state.failures.push(input as InjectedFailure);
    return {};
  }
  if (method === "POST" && command === "people" && !id) {
    const { username = "someone", global_name = null } = input;
    const person = { id: String(FIRST_TEST_ID + BigInt(state.people.length)), username, global_name };
    state.people.push(person);
    return { status: 201, body: person };
  }
  const person = state.people.find((one) => one.id === id);
  if (command !== "people" || !person) return throwError(404, "404: Not Found");
  const grants = state.grants.filter((one) => one.person === id);
  if (method === "POST") {
    const { expire, revoke: shouldRevoke, hold, ...names } = input;
    Object.assign(person, names);
    if (expire) for (const grant of grants) grant.expires = 0;
    if (shouldRevoke) revokeGrants(state, person.id);
    if (hold) held.set(person.id, Promise.withResolvers());
    else if (hold === false) held.get(person.id)?.resolve();
  }
  return { body: { person, connection: state.connections[person.id] ?? null, grants: grants.length } };
}
