import fc from "fast-check";
import { jsonFrame } from "#domain/room/frames.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import type { RoomConnectionState } from "#web/game/room/room-connection.ts";
import type { RoomLink } from "#web/game/room/room-link.ts";
import { FakeRoom, joinRoom, pass, setUpFakeRooms } from "./fake-room.ts";

const TICK = 1000 / 60;

setUpFakeRooms();

/** Plays ticks in real time. Each input is different from the one before. */
async function play(link: RoomLink, ticks: number, inputs: number[] = []): Promise<number[]> {
  for (let i = 0; i < ticks; i++) {
    const input = ((inputs.length * 7) % 4096) | 256;
    inputs.push(input);
    link.push(input);
    await pass(TICK);
  }
  return inputs;
}

async function joined(): Promise<{ room: FakeRoom; link: RoomLink }> {
  const { room, link } = await joinRoom();
  expect(link.state.get().at).toBe("open");
  return { room, link };
}

/** Expects that the room has the link's run, up to the last few inputs. */
function expectRun({ run, problems }: FakeRoom, link: RoomLink, tick: number, inputs: number[]): void {
  expect([link.isRunAlone, problems, run?.startTick]).toEqual([false, [], tick]);
  expect(run?.inputs).toEqual(inputs.slice(0, run?.inputs.length));
  expect(inputs.length - (run?.inputs.length ?? 0)).toBeLessThan(4);
}

const start = (link: RoomLink): number => {
  const tick = Math.ceil(link.exactTick());
  link.begin(tick);
  return tick;
};

describe("The link of a room", () => {
  let room: FakeRoom;
  let link: RoomLink;
  beforeEach(async () => {
    ({ room, link } = await joined());
  });

  test("joins with its token as the first frame, and estimates the room's clock", async () => {
    expect(room.socket.binaryType).toBe("arraybuffer");
    expect(room.socket.sent[0]?.frame).toEqual({ type: "join", token: "token 1" });
    expect(link).toMatchObject({ slot: 5, epoch: 7 });
    expect(Math.abs(link.exactTick() - room.tick)).toBeLessThanOrEqual(1);
  });

  test("sends five pings at the start, and one every ten seconds", async () => {
    const pings = () => room.socket.sent.filter(({ frame }) => frame.type === "ping").length;
    expect(pings()).toBe(5);
    await pass(30_000);
    expect(pings()).toBe(8);
  });

  test("takes the offset of the quickest pong", async () => {
    const room = new FakeRoom();
    room.latency = 150;
    const link = room.link();
    await pass(200);
    room.latency = 10;
    await pass(2_000);
    expect(Math.abs(link.exactTick() - (room.startTick + performance.now() * 0.06))).toBeLessThan(1.2);
  });

  test("sends the inputs of four ticks together, all of them in order", async () => {
    const tick = start(link);
    const inputs = await play(link, 240);
    expect(room.problems).toEqual([]);
    expect(room.run).toEqual({ startTick: tick, inputs });
    const frames = room.socket.sent.filter(({ frame }) => frame.type === "inputs");
    expect(frames.length).toBeLessThanOrEqual(60);
  });

  test("sends at most 15 messages in any second, whatever the player does", async () => {
    start(link);
    for (let second = 0; second < 12; second++) {
      for (let i = 0; i < 6; i++) link.chat(`Line ${i}`);
      await play(link, 60);
      link.emote(2);
      link.watch(3);
    }
    await pass(2_000);
    const times = room.socket.sent.map(({ at }) => at);
    for (const [i, time] of times.entries()) {
      const later = times[i + 15];
      if (later !== undefined) expect(later - time).toBeGreaterThanOrEqual(999);
    }
    expect(room.problems).toEqual([]);
  });

  test("ends a run with its last inputs before the restart", async () => {
    start(link);
    const inputs = await play(link, 10);
    link.restart(link.exactTick());
    await pass(100);
    expect(room.runs[0]?.inputs).toEqual(inputs);
    expect(room.run).toBeNull();
    const second = start(link);
    await play(link, 8);
    expect(room.run?.startTick).toBe(second);
    expect(room.problems).toEqual([]);
  });

  test("takes its run along when the connection is cut", async () => {
    const tick = start(link);
    const resumed = vi.fn();
    link.on("resumed", resumed);
    const inputs = await play(link, 320);
    room.sendReceipt((room.run?.startTick ?? 0) + 300);
    await play(link, 10, inputs);
    room.cut();
    expect(link.state.get().at).toBe("reconnecting");
    await play(link, 120, inputs);
    expect(link.state.get().at).toBe("open");
    expect(room.tokens).toEqual(["token 1", "token 2"]);
    expect(resumed).toHaveBeenCalledExactlyOnceWith({ ok: true, tick: expect.any(Number) });
    await play(link, 8, inputs);
    await pass(200);
    expectRun(room, link, tick, inputs);
  });

  test("keeps a new run when the response about the one before arrives late", async () => {
    start(link);
    await play(link, 8);
    room.takesBack = false;
    room.cut(4301);
    await pass(2);
    room.latency = 80;
    while (link.state.get().at !== "open") await pass(5);
    link.restart(link.exactTick());
    const second = start(link);
    const inputs = await play(link, 60);
    room.latency = 0;
    await play(link, 8, inputs);
    await pass(500);
    expectRun(room, link, second, inputs);
  });

  test("shows a restarted room its newest receipt", async () => {
    const tick = start(link);
    const inputs = await play(link, 320);
    room.sendReceipt(tick + 300);
    await play(link, 4, inputs);
    room.forget();
    room.cut(4301);
    await play(link, 60, inputs);
    expect(room.run?.startTick).toBe(tick);
    expect(link.isRunAlone).toBe(false);
  });

  test("begins a run again that was cut before its first receipt, when the room doesn't know it", async () => {
    const tick = start(link);
    const inputs = await play(link, 60);
    room.forget();
    room.cut();
    await play(link, 60, inputs);
    await pass(500);
    expectRun(room, link, tick, inputs);
  });

  test.each([6, 60])(
    "begins a run again whose first inputs and the restart before it, at tick %i, were lost",
    async (ticks) => {
      const { room, link } = await joined();
      start(link);
      await play(link, ticks);
      room.latency = 17;
      room.cut();
      link.restart(link.exactTick());
      const second = start(link);
      // Back after 24 ticks, the link sends both, and the second cut comes before they arrive.
      const inputs = await play(link, 28);
      room.cut();
      room.latency = 0;
      await play(link, 120, inputs);
      await pass(500);
      expectRun(room, link, second, inputs);
    },
  );

  test("sends no inputs of a run that wasn't taken back, until the next one", async () => {
    const tick = start(link);
    const inputs = await play(link, 310);
    room.sendReceipt(tick + 300);
    await play(link, 4, inputs);
    room.takesBack = false;
    room.forget();
    const resumed = vi.fn();
    link.on("resumed", resumed);
    room.cut();
    await play(link, 120, inputs);
    expect(resumed).toHaveBeenCalledExactlyOnceWith({ ok: false, tick: expect.any(Number) });
    expect(link.isRunAlone).toBe(true);
    expect(link.runKey).toBe(`room-9-7-${tick}`);
    expect(room.run).toBeNull();
    link.restart(link.exactTick());
    const next = start(link);
    await play(link, 20);
    expect(room.run?.startTick).toBe(next);
    expect(room.problems).toEqual([]);
  });

  test("waits longer after each failed attempt, and says when it is alone", async () => {
    const states: RoomConnectionState["at"][] = [];
    link.state.subscribe(() => states.push(link.state.get().at));
    room.isUp = false;
    room.cut();
    const times: number[] = [];
    let known = room.sockets.length;
    for (let ms = 0; ms < 60_000; ms += 100) {
      await pass(100);
      if (room.sockets.length > known) times.push(ms);
      known = room.sockets.length;
    }
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10_200);
    expect(states).toEqual(["reconnecting", "alone"]);
    room.isUp = true;
    await pass(11_000);
    expect(link.state.get().at).toBe("open");
  });

  test.each([4401, 4403, 4406, 4409, 4410])("stays closed after %i", async (code) => {
    room.cut(code);
    expect(link.state.get()).toEqual({ at: "closed", code, message: null });
    await pass(60_000);
    expect(room.sockets).toHaveLength(1);
  });

  test("moves to another room at once after 4301", async () => {
    room.cut(4301);
    expect(link.state.get()).toMatchObject({ at: "reconnecting", code: 4301 });
    await pass(1);
    expect(room.sockets).toHaveLength(2);
  });

  test("believes the room's Closing if the close frame is lost", async () => {
    room.socket.emit("message", { data: JSON.stringify({ event: "Closing", code: 4403 }) });
    room.cut(1006);
    expect(link.state.get()).toMatchObject({ at: "closed", code: 4403 });
  });

  test("gives up after the room has closed three times in a row for its frames", async () => {
    for (let i = 0; i < 3; i++) {
      room.cut(4400);
      await pass(3_000);
    }
    expect(link.state.get()).toEqual({ at: "closed", code: 4400, message: null });
  });

  test("closes if there is no ticket for a reason, and goes on trying if the network failed", async () => {
    const room = new FakeRoom();
    room.ticketError = new TypeError("Failed to fetch");
    const link = room.link();
    await pass(5_000);
    expect(link.state.get().at).toBe("connecting");
    room.ticketError = Object.assign(new Error("All rooms are full."), { status: 409, code: "hosts_full" });
    await pass(20_000);
    expect(link.state.get()).toEqual({ at: "closed", code: null, message: "All rooms are full." });
  });

  test("comes back when the room has stopped responding", async () => {
    room.socket.isCut = true;
    await pass(25_000);
    expect(room.sockets.length).toBe(2);
    expect(link.state.get().at).toBe("open");
  });

  test("closes cut sockets so that the room keeps the run, and left ones so that it doesn't", async () => {
    room.cut();
    await pass(1_000);
    link.close();
    expect(room.sockets.map(({ closedWith }) => closedWith)).toEqual([4000, 1000]);
    expect(link.state.get().at).toBe("closed");
  });

  test("reports another state once, and marks the receipt to go on from", async () => {
    const tick = start(link);
    await play(link, 64);
    link.setStateCheck(() => 11);
    const receipts = vi.fn();
    link.on("receipt", receipts);
    room.sendState(tick + 50, 11);
    room.sendState(tick + 52, 12);
    room.sendState(tick + 54, 12);
    await pass(500);
    const desyncs = room.socket.sent.filter(({ frame }) => frame.type === "desync");
    expect(desyncs.map(({ frame }) => frame)).toEqual([{ type: "desync", tick: tick + 52 }]);
    room.sendReceipt(tick + 40);
    room.sendReceipt(tick + 60);
    room.sendReceipt(tick + 61);
    await pass(100);
    expect(receipts.mock.calls.map(([{ isRepair }]) => isRepair)).toEqual([false, true, false]);
  });

  test("passes on what the room says", async () => {
    const listener = vi.fn();
    const left = vi.fn();
    const finished = vi.fn();
    link.on("message", listener);
    link.on("left", left);
    const stop = link.on("finished", finished);
    room.sendLine(3, "Hello");
    room.send(jsonFrame("left", { slot: 3 }));
    room.finish(600);
    await pass(10);
    expect(listener).toHaveBeenCalledWith({ slot: 3, text: "Hello" });
    expect(left).toHaveBeenCalledWith({ slot: 3 });
    expect(finished).toHaveBeenCalledWith(expect.objectContaining({ ticks: 600, run: 77, isFirst: true }));
    stop();
    room.finish(700);
    await pass(10);
    expect(finished).toHaveBeenCalledTimes(1);
  });

  test("brings every input to the room in order, whatever happens on the way", async () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant("play" as const), ticks: fc.integer({ min: 1, max: 90 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant("cut" as const), code: fc.constantFrom(1006, 4301, 1011) }),
      },
      fc.record({ kind: fc.constant("restart" as const) }),
      fc.record({ kind: fc.constant("receipt" as const) }),
      fc.record({ kind: fc.constant("sleep" as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
      fc.record({ kind: fc.constant("talk" as const), lines: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ kind: fc.constant("latency" as const), ms: fc.integer({ min: 0, max: 300 }) }),
    );
    await forAllAsync(60, fc.array(step, { maxLength: 25 }), async (steps) => {
      const { room, link } = await joined();
      let tick = start(link);
      let inputs: number[] = [];
      const catchUp = () => {
        for (; tick + inputs.length < Math.floor(link.exactTick()); ) {
          const input = ((inputs.length * 11) % 4096) | 256;
          inputs.push(input);
          link.push(input);
        }
      };
      for (const one of steps)
        if (one.kind === "play")
          for (let i = 0; i < one.ticks; i++) {
            await pass(TICK);
            catchUp();
          }
        else if (one.kind === "cut") room.cut(one.code);
        else if (one.kind === "restart") {
          link.restart(link.exactTick());
          tick = start(link);
          inputs = [];
        } else if (one.kind === "receipt") {
          if (room.run && link.state.get().at === "open")
            room.sendReceipt(room.run.startTick + room.run.inputs.length);
        } else if (one.kind === "sleep") {
          await pass(one.ms);
          catchUp();
        } else if (one.kind === "talk") for (let i = 0; i < one.lines; i++) link.chat("Hi");
        else room.latency = one.ms;
      room.latency = 0;
      for (let i = 0; i < 400; i++) {
        await pass(TICK);
        catchUp();
      }
      await pass(3_000);
      link.close();
      expectRun(room, link, tick, inputs);
    });
  });
});
