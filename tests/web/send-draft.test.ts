import type { MessageDraft } from "#domain/conversations/reduce-chat.ts";
import type { ClientFrame } from "#domain/live/frames.ts";
import type * as Sending from "#web/features/conversations/send-draft.ts";
import type * as Bus from "#web/lib/live/live-events.ts";

const DRAFT: MessageDraft = {
  client_id: "client-1",
  user_id: 2,
  body: "Hi",
  created_at: "2026-05-10T10:00:00.000Z",
  error: null,
};
const STORED = { id: "1_2_3", created_at: "2026-05-10T10:00:01.000Z" };

let bus: typeof Bus;
let sendDraft: typeof Sending.sendDraft;
let frames: ClientFrame[];
let requests: { url: string; body: unknown }[];
let online: boolean;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  frames = [];
  requests = [];
  online = true;
  vi.stubGlobal("navigator", {
    get onLine() {
      return online;
    },
  });
  vi.stubGlobal("document", { querySelector: () => ({ content: "token" }) });
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    requests.push({ url, body: JSON.parse(String(body)) });
    return Response.json({ ...STORED, created_at_formatted: "05/10/2026 10:00 AM" });
  });
  bus = await import("#web/lib/live/live-events.ts");
  ({ sendDraft } = await import("#web/features/conversations/send-draft.ts"));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openSocket(): void {
  bus.setTransport((frame) => {
    frames.push(frame);
    return true;
  });
  bus.setConnection("open");
}

const reject = (status: number, code: string, message: string) =>
  bus.dispatchLiveEvent({ event: "MessageRejected", client_id: DRAFT.client_id, status, code, message });
const overHttp = [{ url: "/api/messages/send/2", body: { body: "Hi", client_id: "client-1" } }];

test("a message goes over the open socket and is sent once its own reply arrives", async () => {
  openSocket();
  const sent = sendDraft(DRAFT);
  expect(frames).toEqual([{ type: "send", user_id: 2, client_id: "client-1", body: "Hi" }]);
  const settled = vi.fn();
  void sent.then(settled);
  bus.dispatchLiveEvent({ event: "MessageSent", client_id: "client-2", ...STORED });
  bus.dispatchLiveEvent({
    event: "MessageRejected",
    client_id: "client-2",
    status: 403,
    code: "blocked",
    message: "",
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(settled).not.toHaveBeenCalled();
  bus.dispatchLiveEvent({ event: "MessageSent", client_id: "client-1", ...STORED });
  expect(await sent).toEqual(STORED);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([]);
});

test("a rejection on the socket is the error that HTTP would respond with", async () => {
  openSocket();
  const sent = sendDraft(DRAFT);
  reject(403, "blocked", "This user is blocked");
  await expect(sent).rejects.toMatchObject({ status: 403, code: "blocked", message: "This user is blocked" });
  expect(requests).toEqual([]);
});

test("a message goes over HTTP without a socket, without a network, and if it's too long for a frame", async () => {
  expect(await sendDraft(DRAFT)).toEqual(STORED);
  openSocket();
  online = false;
  expect(await sendDraft(DRAFT)).toEqual(STORED);
  online = true;
  bus.setTransport(() => false);
  expect(await sendDraft(DRAFT)).toEqual(STORED);
  expect(requests).toEqual([...overHttp, ...overHttp, ...overHttp]);
  expect(frames).toEqual([]);
});

test("a message without a reply goes over HTTP under the same id: the socket is lost, silent, or has an old session", async () => {
  for (const fail of [
    () => bus.setConnection("away"),
    () => vi.advanceTimersByTimeAsync(5_000),
    () => reject(401, "session_changed", "Your session has ended. Sign in again."),
  ]) {
    openSocket();
    requests = [];
    const sent = sendDraft(DRAFT);
    await vi.advanceTimersByTimeAsync(0);
    expect(requests).toEqual([]);
    await fail();
    expect(await sent).toEqual(STORED);
    expect(requests).toEqual(overHttp);
  }
});
