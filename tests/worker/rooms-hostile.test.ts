import { buildSocketPath } from "#domain/build/api.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import { chatFrame, inputsFrame, joinFrame, pingFrame, resumeFrames, UP } from "#domain/room/frames.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { Browser, testEnv } from "#tests/support/browser.ts";
import { enterRoom, joinRoom, openRoom, type RoomClient, roomTicket } from "#tests/support/room-client.ts";
import { openRoomPath } from "#tests/support/room-hosts.ts";
import { createRunLevel } from "#tests/support/runs.ts";
import { requestSocket } from "#tests/support/socket.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { roomStub } from "#worker/live/stubs.ts";

const maker = await signedInUser();
const level = await createRunLevel(maker);

const connect = async (user: TestUser, path = openRoomPath(level, 0)): Promise<RoomClient> => {
  const { client } = await openRoom(user, path);
  if (!client) throw new Error("The socket wasn't opened.");
  return client;
};

describe("the socket of a room", () => {
  test("opens only for this site's own pages, and closes with 4401 without a session", async () => {
    const browser = await signedInUser();
    const path = openRoomPath(level, 0);
    expect((await openRoom(browser, path, { Origin: "https://evil.example" })).status).toBe(419);
    expect((await openRoom(browser, path, { Upgrade: "" })).status).toBe(426);
    for (const unknown of [`/api/rooms/${level}/200`, "/api/rooms/0/0"])
      expect((await openRoom(browser, unknown)).status).toBe(404);
    const { client } = await openRoom(await Browser.visitor(), path);
    expect(await client?.end()).toBe(4401);
  });

  test("closes with 4401 for a token that isn't of this user and room, or isn't a token", async () => {
    const [ann, ben] = [await signedInUser(), await signedInUser()];
    const ticket = await roomTicket(ann, level);
    const stolen = await connect(ben);
    stolen.send(joinFrame(ticket.token));
    expect(await stolen.end()).toBe(4401);
    expect(stolen.closing).toBe(4401);
    const elsewhere = await connect(ann, openRoomPath(level, 7));
    elsewhere.send(joinFrame(ticket.token));
    expect(await elsewhere.end()).toBe(4401);
    for (const token of ["no token", "a.b.c", `${ticket.token}x`]) {
      const forged = await connect(ann);
      forged.send(joinFrame(token));
      expect(await forged.end()).toBe(4401);
    }
    // It's still valid, once.
    await (await enterRoom(ann, ticket)).one("come");
    expect(await (await enterRoom(ann, ticket)).end()).toBe(4401);
  });

  test("closes with 4400 if the token isn't first, and waits for those of a user's two newest pages", async () => {
    const ann = await signedInUser();
    for (const frame of [pingFrame(1), inputsFrame(1, [0]), chatFrame("hi"), new Uint8Array([]), "text"]) {
      const client = await connect(ann);
      client.send(frame);
      expect(await client.end()).toBe(4400);
    }
    const client = await connect(ann);
    client.send(new Uint8Array(ROOM_LIMITS.messageBytes + 1));
    expect(await client.end()).toBe(4413);
    const clients = [];
    for (let i = 0; i < 4; i++) clients.push(await connect(ann));
    expect(await clients[0]?.end()).toBe(4301);
    expect(await clients[1]?.end()).toBe(4301);
    expect(clients.slice(2).map(({ closed }) => closed)).toEqual([null, null]);
  });

  test("stays open for players while 40 accounts never send their tokens", async () => {
    const silent: RoomClient[] = [];
    for (let i = 0; i < 40; i++) {
      const user = await signedInUser();
      for (let k = 0; k < 2; k++) silent.push(await connect(user));
    }
    const player = await joinRoom(await signedInUser(), level);
    expect(player.closed).toBe(null);
    await vi.waitFor(() =>
      expect(silent.filter(({ closed }) => closed === null).length).toBeLessThan(ROOM_LIMITS.waitingSockets),
    );
    for (const client of silent) client.close();
    player.close();
  });
});

describe("a hostile player", () => {
  let clock: StoppedClock;
  let ann: TestUser;
  let player: RoomClient;
  let other: RoomClient;
  beforeEach(async () => {
    clock = new StoppedClock();
    [ann, other] = [await signedInUser(), await joinRoom(await signedInUser(), level)];
    player = await joinRoom(ann, level);
  });
  afterEach(async () => {
    // No one else has noticed anything.
    await other.settled();
    expect(other.closed).toBe(null);
    other.close();
    clock.restore();
  });

  test.each([
    ["leaves out", 3],
    ["repeats", 1],
  ])("that %s inputs is closed with 4400", async (_, after) => {
    const start = player.tick;
    player.inputs(start, [0, 0]);
    player.inputs(start + after, [0]);
    expect(await player.end()).toBe(4400);
  });

  test("ahead of time is closed with 4429", async () => {
    const start = player.tick;
    player.inputs(start, new Array(60).fill(0));
    await player.settled();
    player.inputs(start + 60, [0]);
    expect(await player.end()).toBe(4429);
    const again = await joinRoom(ann, level);
    again.inputs(again.tick + 61, [0]);
    expect(await again.end()).toBe(4429);
  });

  test.each([
    ["an unknown type", new Uint8Array([99])],
    ["half a restart", new Uint8Array([UP.restart])],
    ["another token", joinFrame("token")],
    ["a text", "hello"],
  ])("with %s is closed with 4400", async (_, frame) => {
    player.send(frame);
    expect(await player.end()).toBe(4400);
  });

  test("with long messages or endless parts of a run is closed with 4413", async () => {
    player.send(new Uint8Array(ROOM_LIMITS.messageBytes + 1));
    expect(await player.end()).toBe(4413);
    const again = await joinRoom(ann, level);
    again.send(new Uint8Array(32 * 1024 * 1024));
    expect(await again.end()).toBe(4413);
    const third = await joinRoom(ann, level);
    const part = resumeFrames(new Uint8Array(0), new Uint8Array(90_000))[0];
    if (!part) throw new Error("There's no part.");
    for (let i = 0; i < 30 && third.closed === null; i++) {
      third.send(part);
      clock.advance(100);
      await Promise.resolve();
    }
    expect(await third.end()).toBe(4413);
  });

  test("that floods the room is closed with 4429", async () => {
    for (let i = 0; i < 61; i++) player.send(pingFrame(i));
    expect(await player.end()).toBe(4429);
    expect(player.all("pong").length).toBe(60);
    const again = await joinRoom(ann, level);
    for (let second = 0; second < 5; second++) {
      for (let i = 0; i < 19; i++) again.send(pingFrame(i));
      await again.settled();
      clock.advance(1_000);
    }
    expect(again.closed).toBe(null);
  });

  test("with a malformed run plays on from the spawn", async () => {
    const [frame] = resumeFrames(new Uint8Array(0), new Uint8Array([255, 255, 255]));
    player.send(frame ?? "");
    expect(await player.one("resumed")).toMatchObject({ ok: false });
    player.inputs(player.tick, [0, 0]);
    await player.settled();
    expect(player.closed).toBe(null);
    expect((await roomStub(testEnv, level, 0).stats()).players).toBeGreaterThan(1);
  });
});

const SOCKETS: [name: string, path: () => Promise<string>][] = [
  ["a user's hub", async () => LIVE_PATH],
  ["a level that is being built", async () => buildSocketPath(level, null)],
  ["a room", async () => (await roomTicket(maker, level)).room],
];

/** Requests with parts that only libraries in the object read. */
const HOSTILE: [name: string, query: string, headers: Record<string, string>][] = [
  ["a long id of the connection", `_pk=${"x".repeat(257)}`, {}],
  ["properties that can't be decoded", "", { "x-partykit-props": "%" }],
  ["a room's name", "", { "x-partykit-room": "elsewhere" }],
];

describe.each(SOCKETS)("the socket of %s", (_, path) => {
  test.each(HOSTILE)("opens and shows no stack trace with %s", async (_name, query, headers) => {
    const url = await path();
    const { webSocket, status } = await requestSocket(
      maker,
      url + (url.includes("?") ? "&" : "?") + query,
      headers,
    );
    expect(status).toBe(101);
    // A room closes on text, the others respond.
    const first = new Promise<number | string>((resolve) => {
      webSocket?.addEventListener("close", ({ code }) => resolve(code));
      webSocket?.addEventListener("message", ({ data }) => resolve(String(data)));
    });
    webSocket?.accept();
    webSocket?.send("ping");
    expect(await first).not.toBe(1011);
    expect(String(await first)).not.toMatch(/stack|\.js:|\.ts:|\bat\b .*\(/);
    webSocket?.close(1000);
  });
});
