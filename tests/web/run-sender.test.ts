import { receiptFrame } from "#domain/room/frames.ts";
import { physicsFor } from "#domain/sim/index.ts";
import { encodeInput, NO_INPUT } from "#domain/sim/input.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { simWorld } from "#tests/support/sim-worlds.ts";
import { PlayerRun } from "#web/game/player-run.ts";
import type { RoomLink } from "#web/game/room/room-link.ts";
import { RunSender } from "#web/game/room/run-sender.ts";
import { FakeRoom, joinRoom, pass, setUpFakeRooms } from "./fake-room.ts";

setUpFakeRooms();

const TICK = 1000 / 60;
const RUN = encodeInput(40, 15, false);
const physics = physicsFor(1) as NonNullable<ReturnType<typeof physicsFor>>;
const course = makeCourse(simWorld([{ size: [400, 2, 400] }], { spawn: { position: [0, 1, 0] } }));

/** A game without a screen, whose ticks a test lets pass. */
class FakeGame {
  readonly run = new PlayerRun(physics, course);
  readonly course = course;
  readonly physics = physics;
  readonly loop = { alpha: 0, rate: 1, isRealTime: false };
  readonly game = { setClock: (tick: number) => this.setClock(tick) };
  sender: RunSender | null = null;
  jumps = 0;

  setClock(tick: number): void {
    if (this.run.hasBegun) throw new Error("The clock jumped in a run.");
    this.jumps++;
    this.run.runner.tick = Math.floor(tick);
    this.loop.alpha = tick - Math.floor(tick);
  }

  join(link: RoomLink): void {
    this.sender = new RunSender(link, this);
    this.sender.followClock();
  }

  async play(ticks: number, input = RUN): Promise<void> {
    for (let i = 0; i < ticks; i++) {
      await pass(TICK / this.loop.rate);
      this.run.step(input);
      if (this.run.hasBegun) this.sender?.step();
      this.sender?.followClock();
    }
  }

  restart(): void {
    this.run.restart();
    this.sender?.restart();
  }

  get startTick(): number {
    return this.run.runner.tick - this.run.runner.ticks;
  }
}
/** A game in a room. */
async function playInRoom() {
  const joined = await joinRoom();
  const game = new FakeGame();
  game.join(joined.link);
  return { ...joined, game };
}

describe("A game in a room", () => {
  test("follows the room's clock before a run, and begins its runs there", async () => {
    const { room, game } = await playInRoom();
    expect(game.jumps).toBe(1);
    expect(Math.abs(game.run.runner.tick - room.tick)).toBeLessThanOrEqual(2);
    await game.play(30, NO_INPUT);
    expect(game.jumps).toBe(1);
    await game.play(64);
    expect(room.run).toMatchObject({ startTick: game.startTick });
    expect(room.run?.inputs.length).toBeGreaterThan(58);
    expect(room.problems).toEqual([]);
  });

  test("brings a run that began just before the room was joined, with its inputs so far", async () => {
    const room = new FakeRoom();
    const game = new FakeGame();
    // The ticket has the server's time.
    game.setClock(room.startTick + performance.now() * 0.06 + 3);
    await game.play(40);
    game.join(room.link());
    await game.play(60);
    expect(room.run).toMatchObject({ startTick: game.startTick });
    expect(room.run?.inputs.length).toBeGreaterThan(90);
    expect(room.problems).toEqual([]);
  });

  test("keeps a run to itself that has another clock, until the next one", async () => {
    const { room, link } = await joinRoom();
    const game = new FakeGame();
    await game.play(10);
    game.join(link);
    await game.play(60);
    expect(game.jumps).toBe(0);
    expect(room.run).toBeNull();
    game.restart();
    expect(game.jumps).toBe(1);
    await game.play(20);
    expect(room.run).toMatchObject({ startTick: game.startTick });
  });

  test("ends its run in the room with a restart", async () => {
    const { room, game } = await playInRoom();
    await game.play(33);
    const first = game.startTick;
    game.restart();
    await pass(200);
    expect(room.run).toBeNull();
    expect(room.runs[0]?.inputs).toHaveLength(33);
    await game.play(20);
    expect(game.startTick).toBeGreaterThan(first);
    expect(room.run).toMatchObject({ startTick: game.startTick });
  });

  test("goes 1 % faster or slower during a run, and never jumps", async () => {
    const { link, game } = await playInRoom();
    await game.play(10);
    // A frame took too long: 200 ms are lost.
    await pass(200);
    game.sender?.followClock();
    expect(game.loop.rate).toBe(1.01);
    const { jumps } = game;
    await game.play(1_250);
    expect(game.jumps).toBe(jumps);
    expect(game.loop.rate).toBe(1);
    expect(Math.abs(link.exactTick() - game.run.runner.tick)).toBeLessThan(1);
  });

  test("goes on from the room's state when its own is another one", async () => {
    const { room, game } = await playInRoom();
    await game.play(90);
    const twin = new Runner(course, game.startTick);
    // Something went wrong in the page only.
    game.run.runner.x += 3;
    await game.play(40);
    for (const input of room.run?.inputs ?? []) twin.step(input);
    room.sendState(twin.tick - (twin.tick % 60), 1);
    await pass(50);
    expect(room.socket.sent.some(({ frame }) => frame.type === "desync")).toBe(true);
    const saved = new Uint8Array(twin.save().buffer);
    const state = new Uint8Array(2 + saved.length);
    state.set(saved, 2);
    const { startTick } = game;
    room.send(receiptFrame({ tick: twin.tick, startTick, mac: new Uint8Array(32), state }));
    await pass(50);
    while (twin.tick < game.run.runner.tick) twin.step(RUN);
    expect(game.run.runner.x).toBe(twin.x);
    expect(physics.hashState(0, game.run.runner)).toBe(physics.hashState(0, twin));
  });

  test("leaves the game's clock alone once it is disposed of", async () => {
    const { game } = await playInRoom();
    await game.play(5);
    game.loop.rate = 1.01;
    game.loop.isRealTime = true;
    game.sender?.dispose();
    expect(game.loop).toMatchObject({ rate: 1, isRealTime: false });
  });
});
