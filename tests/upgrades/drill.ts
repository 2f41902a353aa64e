import { setTimeout as pause } from "node:timers/promises";
import type { CarriedState, Person } from "#scripts/chaos/upgrade/pairing.ts";
import type { TestUser } from "#tests/support/test-user.ts";
import type { LoadModule } from "./modules.ts";

const NOTIFIED_WITHIN_MS = 20_000;

/** Checks one fact. Throws if it doesn't hold. */
function check(holds: unknown, fact: string): asserts holds {
  if (!holds) throw new Error(`This should hold: ${fact}`);
}

type People = Record<"ann" | "ben" | "mod", TestUser>;

/**
 * Uses everything that is live as pages of one version do, and checks what earlier pairings have stored. A drill is one person's
 * evening: chat, building, playing, and reports that a moderator decides.
 */
export class Drill {
  readonly #load: LoadModule;
  readonly #round: string;
  #state: CarriedState;
  #people: People;

  private constructor(load: LoadModule, round: string, state: CarriedState, people: People) {
    this.#load = load;
    this.#round = round;
    this.#state = state;
    this.#people = people;
  }

  /** Runs the drill. `round` makes its texts unique. Returns what the next one finds. */
  static async run(load: LoadModule, round: string, before: CarriedState | null): Promise<CarriedState> {
    const state = before ?? (await createState(load));
    const drill = new Drill(load, round, state, await signIn(load, state));
    if (before) await drill.#checkCarried();
    await drill.#chat();
    await drill.#build();
    await drill.#play();
    await drill.#report();
    return drill.#state;
  }

  async #checkCarried(): Promise<void> {
    const { ann, ben } = this.#people;
    const { messages, blocks, draft, cursor } = this.#state;
    const { messagesOf, conversationsOf } = await this.#load("tests/support/messages.ts");
    const stored = await messagesOf(ann, ben);
    const bodies = stored.data.map(({ body }) => body);
    const expected = messages.slice(-bodies.length);
    check(
      expected.every((body) => bodies.includes(body)),
      `the chat has the messages of earlier pairings: ${expected} in ${bodies}`,
    );
    const { data } = await conversationsOf(ben);
    check(
      data.some(({ id }) => id === ann.id),
      "the list of chats has Ann's",
    );
    const { buildSnapshot } = await this.#load("tests/support/build-client.ts");
    const { parts } = await buildSnapshot(ann, draft);
    check(parts.length >= blocks, `the draft has ${blocks} blocks: ${parts.length}`);
    for (const who of ["ann", "ben"] as const)
      check(
        (await this.#notifications(who)) === this.#state.notifications[who],
        `the notifications of ${who} are as they were`,
      );
    const { tryConnectSocket } = await this.#load("tests/support/socket.ts");
    const socket = await tryConnectSocket(ann, cursor);
    check(socket, "a live socket that resumes is accepted");
    await socket.all("Hello");
    socket.close();
  }

  /** The first page of someone's notifications: ids and titles. */
  async #notifications(who: "ann" | "ben"): Promise<string> {
    const { notificationListRoute } = await this.#load("domain/notifications/api.ts");
    const { status, body } = await this.#people[who].call(notificationListRoute);
    check(status === 200, `the notifications of ${who} are listed: ${status}`);
    const { data } = body as { data: { id: number; title: string; count: number }[] };
    return data.map(({ id, title, count }) => `${id} ${count} ${title}`).join("\n");
  }

  /** Messages both ways, over sockets and requests, with unread counts. */
  async #chat(): Promise<void> {
    const { ann, ben } = this.#people;
    const { connectSocket } = await this.#load("tests/support/socket.ts");
    const { sendMessage, markMessagesRead, conversationsOf, messagesOf } =
      await this.#load("tests/support/messages.ts");
    const [anns, bens] = [await connectSocket(ann), await connectSocket(ben)];
    const texts = [`Hello from ${this.#round}`, `Hi back, ${this.#round}`];
    const [first = "", second = ""] = texts;
    await anns.sendMessage({ user_id: ben.id, body: first, client_id: crypto.randomUUID() });
    await bens.one("NewMessage", ({ message }) => message.body === first);
    await sendMessage(ben, ann, second);
    await anns.one("NewMessage", ({ message }) => message.body === second);
    const unread = async () =>
      (await conversationsOf(ben)).data.find(({ id }) => id === ann.id)?.messages_unread_count;
    check((await unread()) !== 0, "Ben has an unread message");
    await markMessagesRead(ben, ann);
    check((await unread()) === 0, "Ben has read all messages");
    check(
      (await messagesOf(ann, ben)).data.some(({ body }) => body === second),
      "Ann's chat has Ben's message",
    );
    await anns.settled();
    this.#state.cursor = anns.cursor ?? this.#state.cursor;
    for (const socket of [anns, bens]) socket.close();
    this.#state.messages.push(...texts);
  }

  /** Two people build a draft together: operations both ways, undo, and a page that comes back. */
  async #build(): Promise<void> {
    const { ann, ben } = this.#people;
    const { draft } = this.#state;
    const { openBuild, buildSnapshot } = await this.#load("tests/support/build-client.ts");
    const [anns, bens] = [await openBuild(ann, draft), await openBuild(ben, draft)];
    const { blocks } = this.#state;
    await anns.block([0, blocks * 3, 0]);
    await bens.until(() => bens.received.some((message) => "s" in message && "add" in message));
    await bens.block([3, blocks * 3, 0]);
    await bens.block([6, blocks * 3, 0]);
    await bens.made({ undo: bens.n });
    this.#state.blocks += 2;
    const { client } = anns.hello;
    const { parts } = await buildSnapshot(ann, draft);
    check(parts.length >= this.#state.blocks, `the draft has ${this.#state.blocks} blocks: ${parts.length}`);
    anns.close();
    const back = await openBuild(ann, draft, { client, after: anns.hello.seq });
    for (const page of [back, bens]) page.close();
  }

  /** Two people in a level's room: inputs, chat and emotes. */
  async #play(): Promise<void> {
    const { ann, ben } = this.#people;
    const { joinRoom } = await this.#load("tests/support/room-client.ts");
    const [anns, bens] = [await joinRoom(ann, this.#state.level), await joinRoom(ben, this.#state.level)];
    await anns.until(() => anns.playerOf(ben) !== undefined);
    // The inputs of a run have no gaps.
    const start = anns.tick;
    for (let message = 0; message < 10; message++) anns.inputs(start + message * 4, [0, 0, 0, 0]);
    await bens.until(() => bens.placeOf(anns.slot) !== undefined);
    const line = `In the room, ${this.#round}`;
    anns.sendLine(line);
    await bens.until(() => anns.closed !== null || anns.problems.length > 0 || bens.lines.includes(line));
    check(bens.lines.includes(line), `Ben gets Ann's line: ${anns.closed} ${anns.problems}`);
    bens.emote(0);
    bens.watch(anns.slot);
    await bens.settled();
    anns.restart(anns.tick);
    await anns.settled();
    for (const page of [anns, bens]) page.close();
  }

  /** Ben reports a level, a comment and a message of Ann; a moderator decides each case, and both are notified. */
  async #report(): Promise<void> {
    const { ann, ben, mod } = this.#people;
    const reports = await this.#load("tests/support/report-case.ts");
    const { addLevel } = await this.#load("tests/support/world.ts");
    const { sendMessage } = await this.#load("tests/support/messages.ts");
    const message = await sendMessage(ann, ben, `Something rude, ${this.#round}`);
    const targets = [
      ["level", await addLevel(ann.id)],
      ["comment", await reports.addComment("level", this.#state.level, ann.id)],
      ["message", message.id],
    ] as const;
    for (const [type, target] of targets) {
      const id = await reports.openReportCase(ben, type, target);
      const { data } = await reports.fetchReportQueue(mod);
      check(data.length > 0, "the queue of reports has cases");
      const { can } = await reports.fetchCase(mod, id);
      check(can.includes("remove"), `a ${type} can be removed`);
      const before = { ann: await this.#notifications("ann"), ben: await this.#notifications("ben") };
      const claim = await reports.claimCase(mod, id);
      check(claim.status === 200, `the case of a ${type} is claimed: ${claim.status}`);
      const decision = await reports.resolveCase(mod, id, ["remove"], { reason: "Be kind" });
      check(decision.status === 200, `the case of a ${type} is decided: ${JSON.stringify(decision.body)}`);
      for (const who of ["ann", "ben"] as const) await this.#untilNotified(who, before[who]);
      const decided = { ...this.#state.notifications };
      const { status } = await mod.fetch(`/api/staff/removals/${type}/${target}/undo`, {
        method: "POST",
        headers: { ...mod.writeHeaders(), "Content-Type": "application/json" },
        body: "{}",
      });
      check(status === 200, `the removal of a ${type} is undone: ${status}`);
      for (const who of ["ann", "ben"] as const) await this.#untilNotified(who, decided[who]);
    }
  }

  async #untilNotified(who: "ann" | "ben", before: string): Promise<void> {
    const until = performance.now() + NOTIFIED_WITHIN_MS;
    while ((await this.#notifications(who)) === before) {
      check(performance.now() < until, `${who} is notified of the decision`);
      await pause(50);
    }
    this.#state.notifications[who] = await this.#notifications(who);
  }
}

async function createState(load: LoadModule): Promise<CarriedState> {
  const { addUser } = await load("tests/support/browser.ts");
  const { inviteEditor } = await load("tests/support/invite-editor.ts");
  const { addLevel } = await load("tests/support/world.ts");
  const [ann, ben, mod] = [await addUser(), await addUser(), await addUser({ role: "moderator" })];
  const level = await addLevel(ann.id);
  const draft = await addLevel(ann.id, { visibility: "private" });
  await inviteEditor(ann, draft, ben);
  return {
    people: {
      ann: { ...ann, role: "member" },
      ben: { ...ben, role: "member" },
      mod: { ...mod, role: "moderator" },
    },
    level,
    draft,
    messages: [],
    blocks: 0,
    notifications: { ann: "", ben: "" },
    cursor: null,
  };
}

async function signIn(load: LoadModule, { people }: CarriedState): Promise<People> {
  const { Browser } = await load("tests/support/browser.ts");
  const user = async ({ role, ...person }: Person): Promise<TestUser> =>
    Object.assign(await Browser.signedIn(person, role), { jobs: [] });
  return { ann: await user(people.ann), ben: await user(people.ben), mod: await user(people.mod) };
}
