import type { Env } from "#worker/env.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

/**
 * Wraps the built site and delays its calls as if its users were far from its database: the deployment that they reach, their
 * hubs, conversations and rooms are at home, and the database, presence and the deployment next to it elsewhere. A copy of
 * the database is at home.
 */
type Place = "home" | "database";

interface Distances {
  /** Round trips in milliseconds: to what is in the same place, to a user's region, and between the places. */
  beside: number;
  near: number;
  far: number;
}

const PLACES: Partial<Record<keyof Env, Place>> = {
  USER_HUB: "home",
  CONVERSATION: "home",
  LEVEL_BUILD: "home",
  LEVEL_ROOM: "home",
  GAME_HOST: "home",
  THROTTLE: "home",
  PRESENCE: "database",
  BOARD: "database",
  IDS: "database",
} as Partial<Record<keyof Env, Place>>;

/** `DISTANCES` is JSON. */
type DistantEnv = Env & { DISTANCES: string };

interface Connection {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}
/** D1's client as it is inside: new sessions take its connection. */
type Client = D1Database & { fetcher: Connection; alwaysPrimarySession: { fetcher: Connection } };

/** The names of the databases' bindings. */
const DATABASE = /^(?:DB(?:_|$)|LEDGER_)/;

const TOKEN = "x-cf-d1-session-commit-token";

const clone = <T extends object>(thing: T, changes: object): T =>
  Object.assign(Object.create(Object.getPrototypeOf(thing) as object), thing, changes) as T;

/** A database whose copy is near the caller. Sessions that begin at the primary go there. */
function distantDatabase(database: Client, { beside, near, far }: Distances, from: Place): Client {
  const { fetcher } = database;
  const connection: Connection = {
    async fetch(url, init) {
      const token = new Headers(init?.headers).get(TOKEN);
      const isCopy = token !== null && token !== "first-primary";
      await scheduler.wait(from === "database" ? beside : isCopy ? near : far);
      return fetcher.fetch(url, init);
    },
  };
  const alwaysPrimarySession = clone(database.alwaysPrimarySession, { fetcher: connection });
  return clone(database, { fetcher: connection, alwaysPrimarySession });
}

type Methods = Record<string, (...values: unknown[]) => unknown>;

const distantStub = (stub: Methods, delay: number): Methods =>
  new Proxy(stub, {
    get(target, name) {
      if (typeof name === "symbol" || ["id", "name", "then"].includes(name)) return Reflect.get(target, name);
      return async (...values: unknown[]) => {
        await scheduler.wait(delay);
        return target[name]?.(...values);
      };
    },
  });

const distantObjects = (namespace: Methods, delay: number): unknown =>
  new Proxy(namespace, {
    get(target, name: string) {
      if (name !== "getByName" && name !== "get") return target[name]?.bind(target);
      return (...values: unknown[]) => distantStub(target[name]?.(...values) as Methods, delay);
    },
  });

/** Returns the bindings as they are reached from a place. */
function distantEnv(env: DistantEnv, from: Place): DistantEnv {
  const distances = JSON.parse(env.DISTANCES) as Distances;
  const objects = Object.entries(PLACES)
    .filter(([name]) => name in env)
    .map(([name, place]) => {
      const within = from === "database" ? distances.beside : distances.near;
      const delay = place === from ? within : distances.far;
      return [name, distantObjects(env[name as keyof Env] as unknown as Methods, delay)];
    });
  const databases = Object.entries(env)
    .filter(([name]) => DATABASE.test(name))
    .map(([name, database]) => [name, distantDatabase(database as Client, distances, from)]);
  const { NEAR } = env;
  const near = NEAR && {
    fetch: async (request: Request) => {
      await scheduler.wait(distances.far);
      return NEAR.fetch(request);
    },
  };
  return {
    ...env,
    ...Object.fromEntries([...objects, ...databases]),
    ...(near && { NEAR: near }),
  };
}

type ObjectClass = new (state: DurableObjectState, env: DistantEnv) => object;

const placed = <Class>(Base: Class, place: Place): Class =>
  class extends (Base as ObjectClass) {
    constructor(state: DurableObjectState, env: DistantEnv) {
      super(state, distantEnv(env, place));
    }
  } as Class;

export const UserHub = placed(site.UserHub, "home");
export const Conversation = placed(site.Conversation, "home");
export const LevelBuild = placed(site.LevelBuild, "home");
export const LevelRoom = placed(site.LevelRoom, "home");
export const GameHost = placed(site.GameHost, "home");
export const Throttle = placed(site.Throttle, "home");
export const Presence = placed(site.Presence, "database");
export const Board = placed(site.Board, "database");
export const Ids = placed(site.Ids, "database");
export const Backup = placed(site.Backup, "database");

const SYDNEY = { colo: "SYD", country: "AU", continent: "OC", latitude: "-33.87", longitude: "151.21" };

const distance = {
  fetch: (request, env, context) => {
    if (env.NEAR_OF !== undefined) return site.default.fetch(request, distantEnv(env, "database"), context);
    const own = new Request(request, { cf: SYDNEY }) as Parameters<typeof site.default.fetch>[0];
    return site.default.fetch(own, distantEnv(env, "home"), context);
  },
  queue: (batch, env) => site.default.queue(batch, distantEnv(env, "database")),
  scheduled: (controller, env) => site.default.scheduled(controller, distantEnv(env, "database")),
} satisfies ExportedHandler<DistantEnv, RenderJob>;

export default distance;
