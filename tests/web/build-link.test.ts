import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import { BuildLink } from "#web/features/build/model/build-link.ts";
import { FakeSocket } from "./fake-socket.ts";

const sockets = FakeSocket.opened;

vi.mock("partysocket", () => ({
  get WebSocket() {
    return FakeSocket;
  },
}));

const makeLink = () => new BuildLink({ level: 7, resume: () => null, onMessage: () => {} });

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  vi.stubGlobal(
    "window",
    Object.assign(new EventTarget(), { location: { protocol: "https:", host: "bopolis.test" } }),
  );
  vi.stubGlobal("document", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the link of a page to the level it builds", () => {
  test("is online once the object has greeted the page", () => {
    const link = makeLink();
    expect(link.state.get()).toBe("connecting");
    sockets[0]?.event({ hello: {} });
    expect(link.state.get()).toBe("online");
    link.close();
  });

  // Partysocket's own events have the text "close" for a code.
  test.each([1006, 1000, 4301, "close", undefined])("comes back after the code %s", (code) => {
    const link = makeLink();
    sockets[0]?.emit("close", { code });
    expect(link.state.get()).toBe("offline");
    expect(link.closeCode).toBeNull();
    link.close();
  });

  test("ends with the codes that are for good", () => {
    for (const code of [BUILD_CLOSE_CODES.removed, BUILD_CLOSE_CODES.full, BUILD_CLOSE_CODES.sessionEnded]) {
      const link = makeLink();
      sockets.at(-1)?.emit("close", { code });
      expect([link.state.get(), link.closeCode]).toEqual(["closed", code]);
    }
  });

  test("takes a socket without a pong for dead and opens another", () => {
    const link = makeLink();
    sockets[0]?.event({ hello: {} });
    window.dispatchEvent(new Event("offline"));
    vi.advanceTimersByTime(8_000);
    expect(link.state.get()).toBe("offline");
    expect(sockets).toHaveLength(2);
    // The end of the old socket has no effect anymore.
    sockets[0]?.emit("close", { code: BUILD_CLOSE_CODES.full });
    expect(link.state.get()).toBe("offline");
    link.close();
  });
});
