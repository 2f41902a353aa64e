import { endOfNewYorkDay, newYorkDay, startOfNewYorkDay } from "#domain/time.ts";
import { runInput } from "#tests/support/runs.ts";
import { insertedId } from "../browser.ts";
import { storeRun } from "../clears.ts";
import { addClear, addLevel, worldFile } from "../world.ts";
import {
  addOwnerLevel,
  callerId,
  callerUsers,
  deleteOwnerLevels,
  type EndpointCase,
  FOR_ADMINS,
  FOR_CREATORS,
  FOR_MEMBERS,
  FOR_OWNER,
  FOR_OWNER_AND_STAFF,
  SIGNED_IN_ONLY,
} from "./callers.ts";

const onLevel = async () => ({ id: await addOwnerLevel() });

async function rating(): Promise<number> {
  const levelId = await addLevel(callerUsers.other.id);
  return insertedId`insert into ratings (user_id, level_id, rating, difficulty,
    created_at)
      values (${callerUsers.owner.id}, ${levelId}, 8, 4, 1) returning id`;
}

const addOwnersRun = async () =>
  storeRun(callerUsers.owner.id, await addOwnerLevel(), {
    state: "counted",
    call: `0:${crypto.randomUUID()}`,
  });

const TODAY = newYorkDay(Date.now());

const eventInput = async () => ({
  short_name: "Star Week",
  highlight_color: "FFB800",
  starts_on: TODAY,
  ends_on: TODAY,
  level_ids: [await addOwnerLevel()],
});

/** An event from today and a challenge, both open until tomorrow. */
const event = () => insertedId`insert into events (short_name, highlight_color, starts_at,
    ends_at)
      values ('Spooky', '8E5BFF', ${startOfNewYorkDay(TODAY)}, ${endOfNewYorkDay(TODAY)}) returning id`;

const challenge = async () => insertedId`insert into challenges (name, level_id, starts_at, ends_at)
      values ('Finish it', ${await addOwnerLevel()}, 1, ${endOfNewYorkDay(TODAY)}) returning id`;

export const LEVEL_CASES: Record<string, EndpointCase> = {
  "GET /api/levels": { expect: 200 },
  "GET /api/levels/{id}": { make: onLevel, expect: 200 },
  "POST /api/levels": {
    make: async () => {
      await deleteOwnerLevels();
      return { title: "Mine", file: worldFile() };
    },
    ...FOR_CREATORS,
  },
  "POST /api/levels/{id}": { make: async () => ({ ...(await onLevel()), title: "Renamed" }), ...FOR_OWNER },
  "GET /api/levels/{id}/related": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/shots": { make: onLevel, ...FOR_OWNER },
  "POST /api/levels/{id}/delete": { make: onLevel, ...FOR_OWNER },
  "POST /api/levels/{id}/favorite": { make: onLevel, ...FOR_MEMBERS },
  "GET /api/levels/{id}/revisions": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/clears": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/world": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/play": { make: onLevel, expect: 200 },
  "GET /api/levels/{id}/ghosts": { make: onLevel, expect: 200 },
  "POST /api/levels/{id}/runs": {
    make: async () => ({ ...(await onLevel()), ...runInput() }),
    ...FOR_CREATORS,
  },
  "POST /api/levels/{id}/visits": {
    make: async () => ({ ...(await onLevel()), seconds: 0 }),
    ...FOR_MEMBERS,
  },
  "GET /api/runs/{id}": { make: async () => ({ id: await addOwnersRun() }), expect: 200 },
  "GET /api/levels/{id}/statistics": {
    make: onLevel,
    expect: 403,
    but: { visitor: 401, owner: 200, admin: 200 },
  },
  "POST /api/levels/{id}/revisions/{revision}/restore": {
    make: async () => ({ id: await addOwnerLevel(), revision: 1 }),
    ...FOR_OWNER,
  },
  "POST /api/levels/{id}/removed-players": {
    make: async () => ({ ...(await onLevel()), user_id: callerUsers.other.id }),
    ...FOR_OWNER_AND_STAFF,
  },
  "POST /api/staff/levels/{id}/feature": {
    make: async () => ({ ...(await onLevel()), featured: true }),
    ...FOR_ADMINS,
  },
  "GET /api/users/{username}/levels": {
    make: async () => ({ username: callerUsers.owner.username }),
    expect: 200,
  },
  "GET /api/user/{username}/levels": {
    make: async () => ({ username: callerUsers.owner.username }),
    expect: 200,
  },
  "GET /api/ratings": { expect: 200 },
  "POST /api/levels/{levelId}/ratings": {
    make: async (caller) => {
      const levelId = await addOwnerLevel();
      if (caller !== "visitor") await addClear(callerId(caller), levelId);
      return { levelId, rating: 7, difficulty: 3 };
    },
    expect: 201,
    but: { ...SIGNED_IN_ONLY, owner: 403 },
  },
  "POST /api/ratings/{ratingId}/delete": {
    make: async () => ({ ratingId: await rating() }),
    expect: 403,
    but: { visitor: 401, owner: 200, admin: 200 },
  },
  "GET /api/events": { expect: 200 },
  "GET /api/events/past": { expect: 200 },
  "GET /api/levels/{id}/challenge": { make: onLevel, expect: 200 },
  "GET /api/staff/events": FOR_ADMINS,
  "POST /api/staff/events": { make: eventInput, expect: 403, but: { visitor: 401, admin: 201 } },
  "POST /api/staff/events/{id}": {
    make: async () => ({ id: await event(), ...(await eventInput()) }),
    ...FOR_ADMINS,
  },
  "POST /api/staff/events/{id}/end": { make: async () => ({ id: await event() }), ...FOR_ADMINS },
  "GET /api/staff/challenges": FOR_ADMINS,
  "POST /api/staff/challenges": {
    make: async () => ({ name: "Finish it", level_id: await addOwnerLevel(), ends_on: TODAY }),
    expect: 403,
    but: { visitor: 401, admin: 201 },
  },
  "POST /api/staff/challenges/{id}": {
    make: async () => ({ id: await challenge(), name: "Finish it", ends_on: TODAY }),
    ...FOR_ADMINS,
  },
  "POST /api/staff/challenges/{id}/end": { make: async () => ({ id: await challenge() }), ...FOR_ADMINS },
};
