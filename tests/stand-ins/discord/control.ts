import type { Answer, Asked } from "../server.ts";
import { revoke } from "./grants.ts";
import { type Failure, type Held, type Known, refuse } from "./known.ts";
import type { DiscordPerson } from "./people.ts";

/** People that tests make come after the stand-in's own. */
const FIRST_MADE = 900_000_000_000_001_000n;

/** What tests use to make people and faults, and to look at what has become of them. */
export function control(known: Known, held: Held, { method, path, body }: Asked): Answer {
  const [, , what, id] = path.split("/");
  const said = (body ? JSON.parse(body) : {}) as Partial<
    DiscordPerson & Failure & { expire: boolean; revoke: boolean; hold: boolean }
  >;
  if (method === "POST" && what === "fail") {
    known.failures.push(said as Failure);
    return {};
  }
  if (method === "POST" && what === "people" && !id) {
    const { username = "nobody", global_name = null } = said;
    const made = { id: String(FIRST_MADE + BigInt(known.people.length)), username, global_name };
    known.people.push(made);
    return { status: 201, body: made };
  }
  const person = known.people.find((one) => one.id === id);
  if (what !== "people" || !person) return refuse(404, "404: Not Found");
  const grants = known.grants.filter((one) => one.person === id);
  if (method === "POST") {
    const { expire, revoke: revokes, hold, ...names } = said;
    Object.assign(person, names);
    if (expire) for (const grant of grants) grant.expires = 0;
    if (revokes) revoke(known, person.id);
    if (hold) held.set(person.id, Promise.withResolvers());
    else if (hold === false) held.get(person.id)?.resolve();
  }
  return { body: { person, connection: known.connections[person.id] ?? null, grants: grants.length } };
}
