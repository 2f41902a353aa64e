import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { Route } from "#domain/api/route.ts";
import {
  clearRoute,
  createHostRoute,
  grantByLevelRoute,
  heartbeatRoute,
  leaveRoute,
  redeemRoute,
} from "#domain/hosts/api.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { HEARTBEAT_TIMEOUT_MS } from "#domain/hosts/limits.ts";
import { joinTokenRoute } from "#domain/play/api.ts";
import { gameHostStub } from "#worker/live/stubs.ts";
import { alarmsOf, makeDue } from "./alarms.ts";
import {
  type Browser,
  builtSite,
  firstRow,
  ORIGIN,
  runPlaySql,
  runSql,
  type TestResponse,
  testEnv,
  unique,
} from "./browser.ts";
import { NO_COST } from "./cost.ts";
import { evict } from "./evict.ts";
import type { TestUser } from "./test-user.ts";
import { until } from "./until.ts";

interface HostFields {
  name?: string;
  ip_address?: string;
  region?: HostRegion;
  capacity?: number;
}

/** A game host for tests. Each call has a new idempotency key by default. */
export class TestHost {
  readonly id: number;
  key: string;
  readonly ip_address: string;

  constructor(id: number, key: string, ip_address: string) {
    this.id = id;
    this.key = key;
    this.ip_address = ip_address;
  }

  /** Registers a host through the staff endpoint. It hasn't sent a heartbeat yet. */
  static async register(admin: Browser, fields: HostFields = {}): Promise<TestHost> {
    const n = unique();
    const input = {
      name: `Host ${n}`,
      ip_address: `host-${n}.example:7777`,
      region: "weur",
      capacity: 100,
      ...fields,
    };
    const { host, key } = await admin.output(createHostRoute, input);
    return new TestHost(host.id, key, input.ip_address);
  }

  /** Registers a host and brings it online. */
  static async online(admin: Browser, fields: HostFields = {}): Promise<TestHost> {
    const host = await TestHost.register(admin, fields);
    await host.sendHeartbeat();
    await host.settle();
    return host;
  }

  /** Posts a raw body. */
  send(path: string, body: string, type: string): Promise<Response> {
    const authorization = { Authorization: `Bearer ${this.key}`, "Idempotency-Key": crypto.randomUUID() };
    const headers = { ...authorization, "Content-Type": type };
    return builtSite.fetch(ORIGIN + path, { method: "POST", headers, body });
  }

  async call(route: Route, input: object = {}, call: string = crypto.randomUUID()): Promise<TestResponse> {
    const isGet = route.method === "GET";
    const response = await builtSite.fetch(ORIGIN + route.path, {
      method: route.method,
      headers: {
        Authorization: `Bearer ${this.key}`,
        ...(!isGet && { "Content-Type": "application/json", ...(call && { "Idempotency-Key": call }) }),
      },
      ...(!isGet && { body: JSON.stringify(input) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
      cost: NO_COST,
    };
  }

  sendHeartbeat(
    players: readonly { user_id: number; level_id: number }[] = [],
    call?: string,
  ): Promise<TestResponse> {
    return this.call(heartbeatRoute, { players }, call);
  }

  redeem = (token: string, call?: string): Promise<TestResponse> => this.call(redeemRoute, { token }, call);
  leave = (user_id: number, call?: string): Promise<TestResponse> => this.call(leaveRoute, { user_id }, call);
  clear(user_id: number, level_id: number, time_ms: number, call?: string): Promise<TestResponse> {
    return this.call(clearRoute, { user_id, level_id, time_ms }, call);
  }

  grant(user_id: number, level_id: number, what: object, call?: string): Promise<TestResponse> {
    return this.call(grantByLevelRoute, { user_id, level_id, ...what }, call);
  }

  get object() {
    return gameHostStub(testEnv, this.id);
  }

  settle = (): Promise<void> => settleHost(this.object);

  /** Simulates a missed heartbeat timeout, and a restart of the object. */
  async goOffline(): Promise<void> {
    await runInDurableObject(this.object, (_, { storage }) => {
      const beat = storage.kv.get<{ at: number }>("heartbeat");
      if (beat) storage.kv.put("heartbeat", { ...beat, at: beat.at - HEARTBEAT_TIMEOUT_MS });
      makeDue(storage);
    });
    await evict(this.object);
    await runDurableObjectAlarm(this.object);
    await this.settle();
  }

  /** Whether the object has nothing to write. */
  isIdle(): Promise<boolean> {
    return runInDurableObject(this.object, (_, { storage }) => alarmsOf(storage).flush === undefined);
  }

  /** Moves a player's join this many milliseconds into the past. */
  async age(user: number, ms: number): Promise<void> {
    await runInDurableObject(this.object, (_, { storage }) => {
      storage.sql.exec("update seats set since = since - ? where user = ?", ms, user);
      storage.sql.exec(
        "update play_sessions set started = started - ?, unlock_at = max(0, unlock_at - ?) where user = ?",
        ms,
        ms,
        user,
      );
    });
    await runPlaySql`update plays set played_at = played_at - ${ms}, counted_until = counted_until - ${ms}
      where user_id = ${user}`;
    await evict(this.object);
  }

  /** Lets a user join a level. Returns their token. */
  async joinPlayer(user: TestUser, level_id: number): Promise<string> {
    const token = await joinToken(user, level_id);
    const { status, body } = await this.redeem(token);
    if (status !== 200) throw new Error(JSON.stringify(body));
    await this.settle();
    return token;
  }
}

type HostObject = ReturnType<typeof gameHostStub>;

/** Runs an alarm of a host's object now. */
export async function runHostAlarm(object: HostObject, name: string): Promise<void> {
  await runInDurableObject(object, (_, { storage }) => {
    makeDue(storage, name);
  });
  await runDurableObjectAlarm(object);
}

/** Waits until the database and the hubs have a host object's state. */
export async function settleHost(object: HostObject): Promise<void> {
  await until(async () => {
    await runHostAlarm(object, "flush");
    return runInDurableObject(object, (_, { storage }) => {
      const one = (query: string) => storage.sql.exec(query).toArray().length > 0;
      return (
        !one("select 1 from seats where notified = 0") &&
        !one("select 1 from play_sessions where recorded = 0 or ended is not null") &&
        alarmsOf(storage).flush === undefined
      );
    });
  });
}

/** Gets a join token for a level. */
export const joinToken = async (user: TestUser, id: number): Promise<string> =>
  (await user.output(joinTokenRoute, { destination_type: "Level", id })).token;

/** Disables the servers of other tests. */
export const disableHosts = () => runSql`update hosts set enabled = 0 where kind = 'server'`;

/** Returns a level's player count, as in lists. */
export async function playingCount(level: number): Promise<number> {
  const row = await firstRow<{ n: number }>`select playing_count as n from levels where id = ${level}`;
  return row?.n ?? 0;
}

/** Disables all hosts and creates one that is online. */
export async function onlyHost(admin: Browser): Promise<TestHost> {
  await disableHosts();
  return TestHost.online(admin);
}
