import type { Build } from "#domain/build/api.ts";
import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import type { PictureView } from "#domain/build/picture-view.ts";
import { blockPart } from "#tests/support/block-part.ts";
import { backUrl } from "#web/features/build/back-url.ts";
import { saveState } from "#web/features/build/builder-bar.tsx";
import { closedKind } from "#web/features/build/closed-page.tsx";
import { fileName } from "#web/features/build/download-level.ts";
import { GUIDE_STEPS, guideStart, isStepDone } from "#web/features/build/guide/guide-card.tsx";
import { MOST_PROBLEMS, readDocument } from "#web/features/build/import/import-modal.tsx";
import { canPublishState } from "#web/features/build/publish/check-step.tsx";
import { turnView, zoomView } from "#web/features/build/publish/picture-step.tsx";
import { noticeSentences } from "#web/features/build/workbench.tsx";

describe("the state of saving", () => {
  test("says whether everything is stored", () => {
    expect(saveState({ link: "online", unsaved: 0 })).toEqual({ tone: "saved", text: "Saved" });
    expect(saveState({ link: "online", unsaved: 4 })).toEqual({ tone: "busy", text: "Saving…" });
  });

  test("counts what waits for a connection", () => {
    expect(saveState({ link: "offline", unsaved: 3 }).text).toBe("Offline. 3 changes wait");
    expect(saveState({ link: "offline", unsaved: 1 }).text).toBe("Offline. 1 change waits");
    expect(saveState({ link: "offline", unsaved: 0 }).text).toBe("Offline");
    expect(saveState({ link: "connecting", unsaved: 2 }).text).toBe("Reconnecting. 2 changes wait");
    expect(saveState({ link: "connecting", unsaved: 0 }).text).toBe("Connecting…");
  });
});

test("a connection that was closed for good has a sentence for each code", () => {
  const { sessionEnded, banned, removed, full, levelDeleted, newerParts, tooFast, invalidMessage } =
    BUILD_CLOSE_CODES;
  expect(
    [sessionEnded, banned, removed, full, levelDeleted, newerParts, tooFast, invalidMessage].map(closedKind),
  ).toEqual(["signedOut", "banned", "removed", "full", "levelDeleted", "newer", "dropped", "dropped"]);
  expect(closedKind(null)).toBe("dropped");
});

describe("the way back from the builder", () => {
  const level = { url: "/levels/7", visibility: "private" } as Build["level"];

  test("leads to the level's page, unless that doesn't exist for an editor", () => {
    expect(backUrl({ level, role: "creator" })).toBe("/levels/7");
    expect(backUrl({ level, role: "editor" })).toBe("/levels");
    expect(backUrl({ level: { ...level, visibility: "public" }, role: "editor" })).toBe("/levels/7");
  });
});

describe("notices of a session", () => {
  test("say whose changes an undo left alone", () => {
    const skipped = [
      { username: "Mia", count: 2 },
      { username: "Bo", count: 1 },
    ];
    expect(noticeSentences({ kind: "skipped", skipped }, "me")).toEqual([
      "2 parts were changed by Mia since and stayed as they are.",
      "1 part was changed by Bo since and stayed as it is.",
    ]);
  });

  test("say what others did, and nothing about the user's own clears", () => {
    const clear = { content: "x", ms: 32_000, username: "Mia" };
    expect(noticeSentences({ kind: "cleared", clear }, "me")).toEqual(["Mia cleared the level in 0:32.000."]);
    expect(noticeSentences({ kind: "cleared", clear }, "Mia")).toEqual([]);
    expect(noticeSentences({ kind: "published", revision: 3, username: "Mia" }, "me")).toEqual([
      "Mia published revision 3.",
    ]);
  });
});

describe("publishing", () => {
  const state = { problems: [] as string[], clearable: true, cleared: false };

  test("for everyone needs a clear of a level that can be cleared, as private none, and neither a problem", () => {
    expect(canPublishState(state, "public")).toBe(false);
    expect(canPublishState({ ...state, cleared: true }, "public")).toBe(true);
    expect(canPublishState({ ...state, clearable: false }, "public")).toBe(true);
    expect(canPublishState(state, "private")).toBe(true);
    expect(canPublishState({ ...state, cleared: true, problems: ["No blocks."] }, "private")).toBe(false);
  });
});

describe("the camera of a level's picture", () => {
  const view: PictureView = { yaw: 170, pitch: 30, center: [0, 0, 0], height: 40 };

  test("turns all the way around but not over the top, and zooms within the size of a level", () => {
    expect(turnView(view, 20, 0).yaw).toBe(-170);
    expect(turnView(view, -360, 0).yaw).toBe(170);
    expect(turnView(view, 0, 90).pitch).toBe(85);
    expect(turnView(view, 0, -90).pitch).toBe(5);
    expect(zoomView(view, 2).height).toBe(80);
    expect(zoomView(view, 1e-6).height).toBe(4);
    expect(zoomView(view, 1e6).height).toBe(4096);
  });
});

describe("the first-time guide", () => {
  const level = (parts: [PartId, Part][] = [["0.1", blockPart()]]) => new BuildDocument(parts);
  const done = (after: BuildDocument, ids: PartId[], isTesting = false) => {
    const start = guideStart(level());
    return GUIDE_STEPS.filter((step) => isStepDone(step, start, { document: after, ids, isTesting }));
  };

  test("checks off nothing in a level that didn't change, and nothing for resizing or deleting", () => {
    expect(done(level(), ["0.1"])).toEqual([]);
    expect(done(level([["0.1", blockPart({ size: [8, 4, 4] })]]), ["0.1"])).toEqual([]);
    expect(done(level([]), ["0.1"])).toEqual([]);
  });

  test("sees a new block, a moved one and a painted one, a star, a goal and a test", () => {
    const added: [PartId, Part][] = [
      ["0.1", blockPart()],
      ["1.1", blockPart()],
    ];
    expect(done(level(added), ["1.1"])).toEqual(["place"]);
    expect(done(level([["0.1", blockPart({ position: [4, 0, 0] })]]), ["0.1"])).toEqual(["move"]);
    expect(done(level([["0.1", blockPart({ color: "00ff00" })]]), ["0.1"])).toEqual(["paint"]);
    expect(done(level([["0.1", blockPart({ material: "wood" })]]), ["0.1"])).toEqual(["paint"]);
    const star: [PartId, Part] = ["1.1", { kind: "star", position: [0, 8, 0] }];
    const goal: [PartId, Part] = ["goal", { kind: "goal", position: [9, 0, 0] }];
    expect(done(level([["0.1", blockPart()], star]), ["1.1"])).toEqual(["star"]);
    expect(done(level([["0.1", blockPart()], goal]), ["goal"])).toEqual(["goal"]);
    expect(done(level(), [], true)).toEqual(["test"]);
  });
});

describe("reading a document to import", () => {
  const read = (document: unknown) => readDocument(new TextEncoder().encode(JSON.stringify(document)));
  const good = { shape: "box", position: [0, 0, 0], size: [4, 4, 4], color: "ff0000" };
  const world = { version: 1, spawn: { position: [0, 3, 0] }, blocks: [good] };

  test("returns its world, a sentence for a file that isn't JSON, or the number of problems beyond the list", () => {
    expect(read(world)).toMatchObject({ ok: true, world: { blocks: [good] } });
    const blocks = Array.from({ length: MOST_PROBLEMS + 10 }, () => ({ ...good, color: "red" }));
    expect(read({ ...world, blocks })).toMatchObject({ ok: false, more: 10 });
    expect(readDocument(new TextEncoder().encode("{"))).toEqual({
      ok: false,
      problems: ["The level file isn't JSON. Check for a missing comma, quote or bracket."],
      more: 0,
    });
  });

  test("lists every problem, with its place", () => {
    const bad = {
      ...world,
      stars: [{ position: [0, 0] }],
      blocks: [good, { ...good, color: "red" }, { ...good, shape: "cube" }],
    };
    const result = read(bad);
    expect(result.ok).toBe(false);
    const problems = result.ok ? [] : result.problems;
    expect(problems.filter((one) => one.startsWith("stars[0]"))).toHaveLength(1);
    expect(problems).toContain("blocks[1].color must be 6 hexadecimal digits without '#', such as f99205.");
    expect(problems.filter((one) => one.startsWith("blocks[2].shape"))).toHaveLength(1);
    expect(new Set(problems).size).toBe(problems.length);
  });
});

test("the name of an exported file comes from the title, or is plain", () => {
  expect(fileName("Burg Bopstein: 2nd try!")).toBe("burg-bopstein-2nd-try.json");
  expect(fileName("Замок")).toBe("замок.json");
  expect(fileName("???")).toBe("level.json");
});
