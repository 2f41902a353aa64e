import type { ChatMessage } from "#domain/conversations/api.ts";
import {
  conversationRows,
  hasUnknownUser,
  type MessageDraft,
  unsentDrafts,
  visibleMessages,
} from "#domain/conversations/reduce-chat.ts";
import { ChatSite, isoTimeAt, ME, SimulatedChatPage } from "./chat-page.ts";

const draft = (client_id: string, over: Partial<MessageDraft> = {}): MessageDraft => ({
  client_id,
  user_id: 9,
  body: "hey",
  created_at: isoTimeAt(1),
  error: null,
  ...over,
});

const sent = ({ id, created_at, created_at_formatted }: ChatMessage) => ({
  id,
  created_at,
  created_at_formatted,
});

/** A page with the conversation with user 9 open. */
function openPage(): { site: ChatSite; page: SimulatedChatPage } {
  const site = new ChatSite();
  const page = new SimulatedChatPage(site);
  page.fetch(9);
  return { site, page };
}

let { site, page } = openPage();
beforeEach(() => {
  ({ site, page } = openPage());
});

const shownTo9 = (page: SimulatedChatPage) => [
  ...visibleMessages(page.state.conversations[9]).map(({ body }) => body),
  ...unsentDrafts(page.state, 9).map(({ body }) => `…${body}`),
];

test("your own message is shown once, whether its response or its event comes first or only one of them comes", () => {
  for (const order of [["answer", "event"], ["event", "answer"], ["answer"], ["event"], ["event", "event"]]) {
    const { site, page } = openPage();
    page.take({ type: "drafts", drafts: [draft("one")] });
    expect(shownTo9(page)).toEqual(["…hey"]);
    const message = { ...site.write(9, ME, "one"), body: "hey" };
    for (const update of order) {
      if (update === "answer") page.take({ type: "drafts", drafts: [draft("one", { sent: sent(message) })] });
      else
        page.take({
          type: "live",
          event: { event: "NewMessage", user_id: 9, message, unread: 0, unread_messages: 0 },
        });
      expect(shownTo9(page)).toEqual(["hey"]);
    }
    page.take({ type: "drafts", drafts: [] });
    expect(shownTo9(page)).toEqual(["hey"]);
  }
});

test("your own message is shown once with the reply on the socket, and counts as the newest without a gap", () => {
  page.take({ type: "drafts", drafts: [draft("one")] });
  const { id, created_at } = site.write(9, ME, "one");
  page.take({ type: "live", event: { event: "MessageSent", client_id: "one", id, created_at } });
  expect(shownTo9(page)).toEqual(["hey"]);
  expect(visibleMessages(page.state.conversations[9])).toEqual([
    { id, created_at, body: "hey", client_id: "one", sender_id: ME, deleted: false },
  ]);
  expect(page.state.conversations[9]).toMatchObject({ span: { to: 1 }, staleSince: null });
  page.take({ type: "drafts", drafts: [draft("one", { sent: { id, created_at } })] });
  page.receive(1);
  page.take({ type: "drafts", drafts: [] });
  expect(visibleMessages(page.state.conversations[9])).toHaveLength(1);
});

test("a reply to a message that is no longer in the outbox has the conversation fetched again", () => {
  const { id, created_at } = site.write(9, ME, "one");
  page.take({ type: "live", event: { event: "MessageSent", client_id: "one", id, created_at } });
  expect(page.state.conversations[9]?.staleSince).not.toBeNull();
  page.settle([9]);
  expect(visibleMessages(page.state.conversations[9])).toMatchObject([{ id }]);
});

test("a confirmed message that was deleted since stays deleted when its response comes late", () => {
  const message = site.write(9, ME, "one");
  site.remove(9, 0);
  page.receive(2);
  page.take({ type: "drafts", drafts: [draft("one", { sent: sent(message) })] });
  expect(visibleMessages(page.state.conversations[9])).toMatchObject([
    { id: message.id, body: "", deleted: true },
  ]);
});

test("a message is deleted in an older page if its deletion event came before that page", () => {
  for (let i = 0; i < 8; i++) site.write(9, 9);
  page.lose();
  page.fetch(9);
  page.request(9, page.state.conversations[9]?.span?.from).work();
  site.remove(9, 3);
  page.receive(1);
  page.arrive(0);
  const shown = visibleMessages(page.state.conversations[9]).map(({ deleted }) => deleted);
  expect(shown).toEqual([true, ...Array(4).fill(false)]);
});

test("a new user who writes is unknown until the list has loaded, and is then at its top", () => {
  const site = new ChatSite();
  const page = new SimulatedChatPage(site);
  site.write(2, 2);
  page.fetch("list");
  page.receive(1);
  expect(hasUnknownUser(page.state)).toBe(false);
  site.write(9, 9);
  page.receive(1);
  expect(hasUnknownUser(page.state)).toBe(true);
  expect(conversationRows(page.state).map(({ user }) => user.id)).toEqual([2]);
  page.fetch("list");
  expect(hasUnknownUser(page.state)).toBe(false);
  expect(
    conversationRows(page.state).map(({ user, conversation }) => [user.id, conversation.unread]),
  ).toEqual([
    [9, 1],
    [2, 1],
  ]);
});

test("a restored message is back, also if another is deleted, a response from before comes late or the page missed it", () => {
  for (const isMissed of [false, true]) {
    const { site, page } = openPage();
    site.write(9, 9);
    site.write(9, 9);
    site.remove(9, 0);
    page.receive(3);
    expect(visibleMessages(page.state.conversations[9])[0]).toMatchObject({ deleted: true });
    page.request(9).work();
    site.restore(9, 0);
    site.remove(9, 1);
    if (isMissed) page.lose();
    else page.receive(2);
    page.arrive(0);
    page.settle([9]);
    expect(visibleMessages(page.state.conversations[9])).toMatchObject([
      { body: "9/1", deleted: false },
      { deleted: true },
    ]);
  }
});

test("a message being deleted is pending until its event, its response or a failure comes", () => {
  for (const end of ["event", "done", "failed"] as const) {
    const { site, page } = openPage();
    const { id } = site.write(9, 9);
    page.receive(1);
    page.take({ type: "delete", id, to: "pending" });
    expect(page.state.deleting).toEqual([id]);
    expect(visibleMessages(page.state.conversations[9])).toMatchObject([{ deleted: false }]);
    if (end === "event") {
      site.remove(9, 0);
      page.receive(1);
    } else page.take({ type: "delete", id, to: end });
    expect(page.state.deleting).toEqual([]);
    expect(visibleMessages(page.state.conversations[9])).toMatchObject([{ deleted: end !== "failed" }]);
  }
});

test("a block takes effect at once; after an unblock the conversation is refetched before messages can be sent", () => {
  site.block(9);
  page.receive(1);
  expect(page.state.conversations[9]).toMatchObject({ block: true, canSend: false });
  site.block(9);
  page.receive(1);
  expect(page.state.conversations[9]).toMatchObject({ block: false, canSend: false });
  expect(page.state.conversations[9]?.staleSince).not.toBeNull();
  page.settle([9]);
  expect(page.state.conversations[9]).toMatchObject({ block: false, canSend: true, staleSince: null });
});

test("a response that was requested before an event does not override that event", () => {
  const changes = {
    write: (site: ChatSite) => void site.write(9, 9),
    remove: (site: ChatSite) => site.remove(9, 0),
    read: (site: ChatSite) => site.read(9),
    block: (site: ChatSite) => site.block(9),
  };
  for (const change of Object.values(changes))
    for (const kind of ["list", 9] as const) {
      const { site, page } = openPage();
      site.write(9, 9);
      page.receive(1);
      page.fetch("list");
      page.request(kind).work();
      change(site);
      page.receive(1);
      const received = page.shown([9]);
      expect(received).toEqual(site.shown([9]));
      page.arrive(0);
      expect(page.shown([9])).toEqual(received);
    }
});

test("repeated events change nothing in the end and never move the read position back", () => {
  site.write(9, 9);
  site.read(9);
  site.write(9, 9);
  site.read(9);
  page.receive(4);
  page.replay(4);
  page.receive(2);
  expect(page.state.conversations[9]?.read).toBe(3);
  page.receive(2);
  expect(page.shown([9])).toEqual(site.shown([9]));
});

test("a user is known from a response that is older than other updates about them", () => {
  const site = new ChatSite();
  const page = new SimulatedChatPage(site);
  site.write(9, 9);
  page.request("list").work();
  site.block(9);
  page.receive(2);
  page.arrive(0);
  expect(conversationRows(page.state)).toMatchObject([{ user: { id: 9 }, conversation: { block: true } }]);
});

test("older messages do not clear the mark that newer ones may be missing", () => {
  for (let i = 0; i < 5; i++) site.write(9, 9);
  page.lose();
  page.fetch(9);
  site.block(9);
  page.receive(1);
  page.fetch(9, page.state.conversations[9]?.span?.from);
  expect(page.state.conversations[9]?.staleSince).not.toBeNull();
});

test("a late page of the newest messages removes nothing that is known since", () => {
  for (let i = 0; i < 3; i++) site.write(9, 9);
  page.request(9).work();
  for (let i = 0; i < 3; i++) site.write(9, 9);
  page.receive(6);
  page.arrive(0);
  expect(page.state.conversations[9]?.span).toEqual({ from: 0, to: 6 });
});

test("an event about a message of other people changes nothing", () => {
  const before = page.state.conversations;
  page.take({
    type: "live",
    event: { event: "MessageSent", client_id: "one", id: "6_7_1", created_at: isoTimeAt(1) },
  });
  expect(page.state.conversations).toEqual(before);
});

test("the newest page joins the known messages if they share one, and keeps what is older", () => {
  const site = new ChatSite();
  for (let n = 0; n < 4; n++) site.write(9, 9);
  const page = new SimulatedChatPage(site);
  page.fetch(9);
  const { span } = page.state.conversations[9] ?? {};
  expect(span).toEqual({ from: 2, to: 4 });
  // The page misses these two, and the newest three begin with the last known one.
  site.write(9, 9);
  site.write(9, 9);
  page.fetch(9);
  expect(page.state.conversations[9]?.span).toEqual({ from: 2, to: 6 });
});
