import { setTimeout as pause } from "node:timers/promises";
import { fillPath } from "#domain/api/route.ts";
import { buildSocketPath } from "#domain/build/api.ts";
import { partId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import { editLevelRoute } from "#domain/levels/api.ts";
import { roomPath } from "#domain/room/api.ts";
import { createRunRoute } from "#domain/runs/api.ts";
import { PHYSICS } from "#domain/sim/index.ts";
import { NO_INPUT } from "#domain/sim/input.ts";
import { RUN_LIMITS, RunRecorder } from "#domain/sim/run-log.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { RoomTicket } from "#web/game/room/room-connection.ts";
import { ERRORS_PATH } from "#worker/http/error-script.ts";
import type { BenchUser } from "../../bench/chat/crowd.ts";
import { HandshakeError, RawWebSocket } from "../../bench/chat/raw-web-socket.ts";
import type { LoadLevel, LoadWorld } from "./world.ts";

/** Counts of an attack's requests or messages by their result: "201", "429", "sent", "closed". */
export type Results = Map<string, number>;

export interface Attack {
  name: string;
  /** Objects and bytes it may leave behind at most. */
  objects: number;
  bytes: number;
  run(world: LoadWorld, isOver: () => boolean): Promise<Results>;
}

const MB = 1_000_000;
/** The size that the journals of a few databases grow to, also without anything new in them. */
const JOURNALS = 12 * MB;
/** After a refusal for too many requests. */
const REFUSED_PAUSE_MS = 100;
const TIMEOUT_MS = 30_000;

/** Repeats a request until the time is over. After a 429 it goes on after a moment, as an attacker would. */
async function repeat(
  isOver: () => boolean,
  send: (n: number) => Promise<number | string>,
): Promise<Results> {
  const results: Results = new Map();
  for (let n = 0; !isOver(); n++) {
    const result = String(await send(n));
    results.set(result, (results.get(result) ?? 0) + 1);
    if (result === "429") await pause(REFUSED_PAUSE_MS);
  }
  return results;
}

async function status(url: string, init: RequestInit): Promise<number | "timeout"> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    if (error instanceof DOMException) return "timeout";
    throw error;
  }
}

function post(
  url: string,
  user: BenchUser,
  path: string,
  body: FormData | object,
): Promise<number | "timeout"> {
  const isForm = body instanceof FormData;
  return status(url + path, {
    method: "POST",
    headers: { ...user.writeHeaders, ...(!isForm && { "Content-Type": "application/json" }) },
    body: isForm ? body : JSON.stringify(body),
  });
}

/** A log of an hour without any input: five bytes. */
function idleHour(): Uint8Array<ArrayBuffer> {
  const recorder = new RunRecorder();
  for (let tick = 0; tick < RUN_LIMITS.ticks; tick++) recorder.push(NO_INPUT);
  return recorder.toBytes();
}

const uploadIdleRuns = (pick: (world: LoadWorld) => LoadLevel): Attack["run"] => {
  const log = idleHour();
  return (world, isOver) =>
    repeat(isOver, (n) => {
      const { id, owner } = pick(world);
      const form = new FormData();
      // Another start tick each time, so that no run repeats another.
      const fields = { revision: 1, physics: PHYSICS, start_tick: n, ticks: RUN_LIMITS.ticks };
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      form.set("key", crypto.randomUUID());
      form.set("log", new File([log], "run.log"));
      return post(world.url, owner, fillPath(createRunRoute.path, { id }), form);
    });
};

/** Opens a socket. Returns the status if it's refused. */
async function openSocket(url: string, user: BenchUser): Promise<RawWebSocket | number> {
  try {
    return await RawWebSocket.open(url, user.headers, { onMessage: () => {} });
  } catch (error) {
    if (error instanceof HandshakeError) return error.status;
    throw error;
  }
}

/** Each page of one account sends the largest operation as often as it may. */
async function editManyParts(world: LoadWorld, isOver: () => boolean): Promise<Results> {
  const results: Results = new Map();
  const pages = await Promise.all(
    Array.from({ length: BUILD_LIMITS.pagesPerPerson }, () =>
      openSocket(world.url + buildSocketPath(world.large.id, null), world.large.owner),
    ),
  );
  const ids = Array.from({ length: BUILD_LIMITS.partsPerOp }, (_, i) => partId(0, i));
  for (let n = 1; !isOver(); n++) {
    // Where no part has been yet, so each message changes all of them.
    const set = ids.map((id, i) => [id, { position: [i, n % 1_000, i] }]);
    for (const page of pages) {
      const isOpen = page instanceof RawWebSocket && page.isOpen;
      if (isOpen) page.send(JSON.stringify({ n, set }));
      const result = isOpen ? "sent" : "closed";
      results.set(result, (results.get(result) ?? 0) + 1);
    }
    await pause(1_000 / BUILD_LIMITS.messagesPerSecond);
  }
  for (const page of pages) if (page instanceof RawWebSocket) page.close();
  return results;
}

/** Edits a level with as many blocks as it can have, one block at a time. */
function editLargeLevel(world: LoadWorld, isOver: () => boolean): Promise<Results> {
  const { id, world: document, owner } = world.large;
  const [first, ...others] = document.blocks;
  if (!first) throw new Error("The level has no blocks.");
  return repeat(isOver, (n) => {
    const moved = { ...first, position: [n, 1, 1] as typeof first.position };
    const form = new FormData();
    form.set("file", new File([serializeWorld({ ...document, blocks: [moved, ...others] })], "level.json"));
    return post(world.url, owner, fillPath(editLevelRoute.path, { id }), form);
  });
}

const ipAddress = (n: number) => `2001:db8:7:7::${n.toString(16)}`;

/** Calls of hosts, tokens and rooms that don't exist. */
function inventObjects({ url, accounts: { inventor } }: LoadWorld, isOver: () => boolean): Promise<Results> {
  const unknown = 900_000;
  return repeat(isOver, async (n) => {
    const Authorization = `Bearer ${unknown + n}.${crypto.randomUUID().replaceAll("-", "")}`;
    switch (n % 3) {
      case 0:
        return status(`${url}/api/host`, { headers: { Authorization } });
      case 1:
        return post(url, inventor, "/api/join-token", { destination_type: "Level", id: unknown + n });
      default: {
        const socket = await openSocket(url + roomPath(unknown + n, n % 50), inventor);
        if (!(socket instanceof RawWebSocket)) return socket;
        socket.close();
        return "opened";
      }
    }
  });
}

/** Tries passwords from all addresses of one network. */
function guessPasswords({ url, accounts: { guesser } }: LoadWorld, isOver: () => boolean): Promise<Results> {
  return repeat(isOver, (n) =>
    status(`${url}/api/auth/login`, {
      method: "POST",
      headers: {
        ...guesser.writeHeaders,
        "Content-Type": "application/json",
        "CF-Connecting-IP": ipAddress(n + 1),
      },
      body: JSON.stringify({ login: `someone_${n}`, password: "not the password" }),
    }),
  );
}

/** Opens sockets of a room and never sends a token. */
async function waitInRoom(world: LoadWorld, isOver: () => boolean): Promise<Results> {
  const sockets: RawWebSocket[] = [];
  const response = await fetch(`${world.url}/api/join-token`, {
    method: "POST",
    headers: { ...world.accounts.waiter.writeHeaders, "Content-Type": "application/json" },
    body: JSON.stringify({ destination_type: "Level", id: world.short.id, client: "web" }),
  });
  const { room } = (await response.json()) as RoomTicket;
  const results = await repeat(isOver, async () => {
    const socket = await openSocket(world.url + room, world.accounts.waiter);
    if (!(socket instanceof RawWebSocket)) return socket;
    sockets.push(socket);
    await pause(20);
    return "opened";
  });
  results.set("still open", sockets.filter(({ isOpen }) => isOpen).length);
  for (const socket of sockets) socket.cut();
  return results;
}

/** Reports script errors, each of another kind. */
function reportErrors({ url, accounts: { reporter } }: LoadWorld, isOver: () => boolean): Promise<Results> {
  return repeat(isOver, (n) =>
    post(url, reporter, ERRORS_PATH, {
      message: `TypeError: invented ${crypto.randomUUID()}`,
      stack: `at invented (${url}/assets/chunk-${n}.js:1:${n + 1})`,
      path: "/levels",
      version: "1",
    }),
  );
}

/** The attacks of one account, each at the rates that the site permits. */
export const ATTACKS: readonly Attack[] = [
  {
    name: "idle runs of an hour, nothing moves",
    objects: 4,
    bytes: JOURNALS,
    run: uploadIdleRuns(({ still }) => still),
  },
  {
    name: "idle runs of an hour, blocks move",
    objects: 4,
    bytes: JOURNALS,
    run: uploadIdleRuns(({ moving }) => moving),
  },
  { name: "operations of 500 parts on four pages", objects: 4, bytes: 40 * MB, run: editManyParts },
  { name: "edits of a level with 20,000 blocks", objects: 4, bytes: 120 * MB, run: editLargeLevel },
  { name: "invented hosts, tokens and rooms", objects: 8, bytes: JOURNALS, run: inventObjects },
  { name: "passwords from one network", objects: 8, bytes: JOURNALS, run: guessPasswords },
  { name: "sockets that wait in a room", objects: 8, bytes: JOURNALS, run: waitInRoom },
  { name: "reports of invented script errors", objects: 4, bytes: JOURNALS, run: reportErrors },
];
