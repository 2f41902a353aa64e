import { clearInput } from "#tests/support/runs.ts";
import { firstRow, insertedId, runSql, unique } from "../browser.ts";
import { blockAt } from "../build-client.ts";
import { straightRun } from "../runs.ts";
import {
  addOwnerLevel,
  callerId,
  callerUsers,
  deleteOwnerLevels,
  type EndpointCase,
  FOR_CREATORS,
  FOR_MEMBERS,
  FOR_OWNER,
  SIGNED_IN_ONLY,
} from "./callers.ts";

const onLevel = async () => ({ id: await addOwnerLevel() });

async function addCheck(): Promise<Record<string, number>> {
  const id = await addOwnerLevel();
  const row = await firstRow<{ id: number }>`insert into clear_checks (level_id, user_id, call, content,
    world, log, physics, start_tick,
        ticks, created_at, queued_at)
      values (${id}, ${callerUsers.owner.id}, ${`check-${unique()}`}, 'x', 'x', 'x', 1, 0, 1, 1, 1)
        returning id`;
  return { id, checkId: row?.id ?? 0 };
}

const addPrefab = (user: number) => insertedId`insert into prefabs (user_id, name, parts, created_at)
      values (${user}, 'Lamp', '[]', 1) returning id`;

async function addBuddy(): Promise<number> {
  const buddy = callerUsers.other.id;
  const pairs = [
    [callerUsers.owner.id, buddy],
    [buddy, callerUsers.owner.id],
  ];
  for (const [a, b] of pairs)
    await runSql`insert into buddies (user_id, buddy_id, created_at) values (${a}, ${b}, 1)
      on conflict do nothing`;
  return buddy;
}

export const BUILD_CASES: Record<string, EndpointCase> = {
  "GET /api/builds/{id}": { make: onLevel, ...FOR_OWNER },
  "GET /api/builds/{id}/document": { make: onLevel, ...FOR_OWNER },
  "POST /api/builds": {
    make: async () => {
      await deleteOwnerLevels();
      return { title: "Mine", start: "empty" };
    },
    ...FOR_CREATORS,
  },
  "POST /api/builds/{id}/editors": {
    make: async () => ({ ...(await onLevel()), user_id: await addBuddy() }),
    ...FOR_OWNER,
  },
  "POST /api/builds/{id}/editors/{userId}/delete": {
    make: async () => ({ id: await addOwnerLevel(), userId: callerUsers.other.id }),
    ...FOR_OWNER,
  },
  "GET /api/builds/{id}/history": { make: onLevel, ...FOR_OWNER },
  "POST /api/builds/{id}/saves": { make: onLevel, ...FOR_OWNER },
  "POST /api/builds/{id}/checks": {
    make: async () => ({ ...(await onLevel()), ...clearInput(straightRun()) }),
    expect: 403,
    but: { ...SIGNED_IN_ONLY, owner: 201, admin: 201 },
  },
  "GET /api/builds/{id}/checks/{checkId}": { make: async () => await addCheck(), ...FOR_OWNER },
  "GET /api/builds/{id}/state": { make: onLevel, ...FOR_OWNER },
  "POST /api/builds/{id}/publish": {
    make: async () => ({ ...(await onLevel()), title: "Done", visibility: "private" }),
    ...FOR_OWNER,
  },
  "GET /api/prefabs": FOR_MEMBERS,
  "POST /api/prefabs": { make: async () => ({ name: "Lamp", parts: [blockAt([0, 0, 0])] }), ...FOR_CREATORS },
  "POST /api/prefabs/{id}/delete": {
    make: async (caller) => ({
      id: await addPrefab(caller === "visitor" ? callerUsers.owner.id : callerId(caller)),
    }),
    ...FOR_MEMBERS,
  },
};
