import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Build } from "#domain/build/api.ts";
import type { BuildHint } from "#domain/build/hints.ts";
import { formatDuration } from "#domain/duration.ts";
import type { LevelEditor } from "#web/game/edit/create-level-editor.ts";
import type { GameSettings } from "#web/game/game-settings.ts";
import { useListener } from "#web/lib/listen.ts";
import { deviceStorage } from "#web/lib/storage.ts";
import type { Store } from "#web/lib/store.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { useMember, useUser } from "#web/lib/user.ts";
import { loadChunk } from "#web/ui/chunks.ts";
import { cx } from "#web/ui/cx.ts";
import { type LazyPart, lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { BuilderBar } from "./builder-bar.tsx";
import {
  BuilderContext,
  type BuilderMessage,
  useBuilder,
  useDevice,
  useEditorState,
  useSelected,
  useStore,
} from "./builder-context.ts";
import type { BuilderModalsProps } from "./builder-modals.tsx";
import styles from "./builder-screen.module.css";
import { loadBuilderSettings, saveBuilderSettings } from "./builder-settings.ts";
import type { ClosedPageProps } from "./closed-page.tsx";
import type { Command } from "./commands.ts";
import type { GuideCardProps } from "./guide/guide-card.tsx";
import { preloadMenus } from "./menu-button.tsx";
import type { BuildNotice, BuildSession } from "./model/build-session.ts";
import noticeStyles from "./notice-line.module.css";
import { partName, selectionName } from "./part-names.ts";
import { shortcutOf, takesText } from "./shortcuts.ts";
import { preloadTabs, SidePanel } from "./side-panel.tsx";
import { SnapChips } from "./snap-chips.tsx";
import type { ProofState } from "./test/submit-proof.ts";
import type { TestHudProps, TestLayerProps } from "./test/test-layer.tsx";
import { builderText, buttonText, partText, builderNoticeText as text } from "./text/builder.ts";
import { ToolPalette } from "./tool-palette.tsx";
import { useWorkbench } from "./use-workbench.ts";

/** How long a sentence can be seen. Screen readers say it once. */
const SHOWN_MS = 3_500;

function useSelectionSentence(): string {
  const { session } = useBuilder();
  const selection = useEditorState((state) => state.selection);
  const hasHadSelection = useRef(false);
  if (selection.length > 0) hasHadSelection.current = true;
  if (selection.length === 0) return hasHadSelection.current ? text.deselected : "";
  return text.selected(selectionName(selection, (id) => session.model.document.get(id)));
}

/** How to place the thing that was chosen, in the words of the device in hand. */
function usePlacingHint(): string | null {
  const tool = useEditorState((state) => state.tool);
  const placing = useEditorState((state) => state.placing);
  const device = useDevice();
  if (tool !== "place") return null;
  const name =
    placing.kind === "parts"
      ? placing.name
      : placing.kind === "block"
        ? partText.shapes[placing.shape]
        : placing.kind === "hazard"
          ? partName({ ...placing, position: [0, 0, 0], size: [1, 1, 1] })
          : partText.kinds[placing.kind];
  const canBeLarger = (placing.kind === "block" || placing.kind === "hazard") && device !== "keys";
  const hint = `${name}: ${builderText.placingHint[device]}`;
  return canBeLarger ? `${hint} ${builderText.placingLarger}` : hint;
}

/** Shows for a moment what was done and how to go on. Screen readers say it. */
function NoticeLine() {
  const { editor, message: messages, notify } = useBuilder();
  const message = useStore(messages);
  const [over, setOver] = useState<BuilderMessage | null>(null);
  const measure = useEditorState((state) => state.measure);
  const tool = useEditorState((state) => state.tool);
  const selection = useSelectionSentence();
  const hint = usePlacingHint();
  useEffect(() => editor.onMessage(notify), [editor, notify]);
  useTimeout(() => setOver(message), SHOWN_MS, message);
  const visible = measure ?? (message === over ? null : message?.text) ?? hint;
  return (
    <div className={noticeStyles.line}>
      {visible && (
        <p className={noticeStyles.bubble} aria-hidden>
          {visible}
        </p>
      )}
      <p className="sr-only" role="status">
        {message?.text}
      </p>
      <p className="sr-only" role="status" data-selection-status>
        {selection}
      </p>
      <p className="sr-only" role="status">
        {tool === "place" ? hint : text.tool(buttonText[`tool_${tool}`])}
      </p>
    </div>
  );
}

const importFinder = () => import("./level/find-hints.ts");

/** Time from the start until hints are looked for. Their code loads with the first search. */
const FIRST_MS = 5_000;
/** Time after a change until hints are looked for, so a series of changes costs one search. */
const PAUSE_MS = 1_200;
/** How long the search waits for the browser to be idle. */
const IDLE_TIMEOUT_MS = 5_000;

/** Calls back when the browser is idle. Safari has no such call. Returns a function that takes it back. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(callback, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

/** The hints about the level, up to date a moment after each change. Null until they are known. */
function useHints(session: BuildSession, editor: LevelEditor): readonly BuildHint[] | null {
  const [hints, setHints] = useState<readonly BuildHint[] | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let cancelIdle = () => {};
    let isOver = false;
    const search = async () => {
      const { isDragging, isTesting } = editor.state.get();
      if (isDragging || isTesting) return schedule();
      const finder = await loadChunk(importFinder).catch(() => null);
      if (finder && !isOver) setHints(finder.findHints(session.model.document));
    };
    const schedule = (pause = PAUSE_MS) => {
      clearTimeout(timer);
      cancelIdle();
      timer = setTimeout(() => {
        cancelIdle = whenIdle(() => void search());
      }, pause);
    };
    schedule(FIRST_MS);
    const stop = session.model.onChange(() => schedule());
    return () => {
      isOver = true;
      stop();
      clearTimeout(timer);
      cancelIdle();
    };
  }, [session, editor]);
  return hints;
}

/** The sentences of a notice. Refused changes are listed elsewhere, and the user's own clears and revisions are shown where they were made. */
export function noticeSentences(notice: BuildNotice, ownName: string | undefined): string[] {
  switch (notice.kind) {
    case "skipped":
      return notice.skipped.map(({ username, count }) => text.skipped(username, count));
    case "cleared": {
      const { username, ms } = notice.clear;
      return username === ownName ? [] : [text.cleared(username, formatDuration(ms))];
    }
    case "published":
      return notice.username === ownName ? [] : [text.published(notice.username, notice.revision)];
    case "refused":
    case "not_cleared":
      return [];
  }
}

/** Shows what others did and what an undo left alone as toasts. */
function useSessionNotices(session: BuildSession): void {
  const ownName = useUser()?.username;
  useEffect(
    () =>
      session.onNotice((notice) => {
        for (const sentence of noticeSentences(notice, ownName)) toast(sentence);
      }),
    [session, ownName],
  );
  useEffect(() => {
    const present = () => new Map(session.state.get().people.map(({ user }) => [user.id, user.username]));
    let before = present();
    return session.state.subscribe(() => {
      const people = present();
      if (people.size === before.size && [...people.keys()].every((id) => before.has(id))) return;
      // The first list is everyone who was there already.
      const isFirst = before.size === 0;
      for (const [id, name] of people) if (!isFirst && !before.has(id)) toast(text.joined(name));
      for (const [id, name] of before) if (!people.has(id)) toast(text.left(name));
      before = people;
    });
  }, [session]);
}

/** Elements that handle keys themselves. */
const OWN_KEYS = '[role="menu"], [role="dialog"], [role="alertdialog"], [role="tree"]';

interface ShortcutsOptions {
  canvas: RefObject<HTMLCanvasElement | null>;
  isTesting: boolean;
  onlyInLevel: boolean;
  run: (command: Command) => void;
}

/** The command of a key press on the page; null while the user types, in menus and modals, and for keys of other controls. */
function commandOf(event: KeyboardEvent, options: ShortcutsOptions): Command | null {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || takesText(target) || document.querySelector("[data-modal]")) return null;
  const shortcut = shortcutOf(event);
  if (!shortcut) return null;
  const { command } = shortcut;
  if (options.isTesting) return command === "test" ? command : null;
  const inLevel = target === options.canvas.current || target === document.body || target?.id === "main";
  if (inLevel) return command;
  if (shortcut.inLevel || target?.closest(OWN_KEYS)) return null;
  const isSingle = !event.ctrlKey && !event.metaKey && command !== "cancel";
  return options.onlyInLevel && isSingle ? null : command;
}

function useShortcuts(options: ShortcutsOptions): void {
  useListener(window, "keydown", (event: KeyboardEvent) => {
    const command = commandOf(event, options);
    if (!command || (event.repeat && command === "test")) return;
    event.preventDefault();
    // From a button or the panel, Escape leads back to the level first.
    const isOutside =
      document.activeElement !== options.canvas.current && document.activeElement !== document.body;
    if (command === "cancel" && isOutside) options.canvas.current?.focus();
    else options.run(command);
  });
}

const STORAGE_KEY = "bopolis-builder-guide";

/** Whether this device has seen the first-time guide. */
const hasSeenGuide = (): boolean => deviceStorage.get(STORAGE_KEY) !== null;

function setGuideSeen(): void {
  deviceStorage.set(STORAGE_KEY, "1");
}

/** Time from the start until the rest is loaded, so that it's there if the connection is lost. */
const PRELOAD_MS = 4_000;
const NOTHING_TO_CLOSE = { onClose: () => {} };
const selectionBar = lazyPart<typeof NOTHING_TO_CLOSE>(() => import("./selection-bar.tsx"));
const refusedList = lazyPart<typeof NOTHING_TO_CLOSE>(() => import("./refused-list.tsx"));
const testLayer = lazyPart<TestLayerProps>(() => import("./test/test-layer.tsx"));
const closedPage = lazyPart<ClosedPageProps>(() => import("./closed-page.tsx"));
const modals = lazyPart<BuilderModalsProps>(() => import("./builder-modals.tsx"));
const guideCard = lazyPart<GuideCardProps>(() => import("./guide/guide-card.tsx"));

const importLook = () => import("./test/load-look.ts");
const reload = () => window.location.reload();

export interface WorkbenchProps {
  build: Build;
  session: BuildSession;
  editor: LevelEditor;
  canvas: RefObject<HTMLCanvasElement | null>;
  settings: GameSettings;
  changeSettings: (values: Partial<GameSettings>) => void;
  testHud: LazyPart<TestHudProps>;
}

/** Shown over the level itself: the selection, snapping, and what happened. */
function StageLayer() {
  const hasSelection = useEditorState((state) => state.selection.length > 0);
  const hasRefused = useSelected(useBuilder().session.state, (state) => state.refused.length > 0);
  const isLost = useEditorState((state) => state.canvas === "lost");
  return (
    <div className={styles.layer}>
      <div className={styles.above}>
        {hasSelection && <OnDemand part={selectionBar} props={NOTHING_TO_CLOSE} />}
      </div>
      {isLost && (
        <p className={styles.lost} role="status">
          {builderText.lostCanvas}
        </p>
      )}
      <div className={styles.below}>
        <SnapChips />
        <NoticeLine />
      </div>
      {hasRefused && <OnDemand part={refusedList} props={NOTHING_TO_CLOSE} />}
    </div>
  );
}

export function Workbench(props: WorkbenchProps) {
  const { build, session, editor, canvas, settings, changeSettings, testHud } = props;
  const [hasGuide, setGuide] = useState(() => !hasSeenGuide());
  const showGuide = useCallback(() => setGuide(true), []);
  const bench = useWorkbench({ build, session, editor, canvas, showGuide });
  const { builder, panel, modal, closeModal, test, startTest, stopTest } = bench;
  const [own, setOwn] = useState(loadBuilderSettings);
  const [check, setCheck] = useState<Store<ProofState> | null>(null);
  const hints = useHints(session, editor);
  const userId = useMember().id;
  const link = useSelected(session.state, (state) => state.link);
  const endGuide = () => {
    setGuideSeen();
    setGuide(false);
  };
  useSessionNotices(session);
  useShortcuts({ canvas, isTesting: test !== null, onlyInLevel: own.keysOnlyInLevel, run: builder.run });
  useEffect(() => editor.setSettings(settings), [editor, settings]);
  useEffect(() => canvas.current?.focus({ preventScroll: true }), [canvas]);
  useTimeout(() => {
    for (const part of [selectionBar, modals, refusedList, testLayer, testHud, closedPage]) part.preload();
    void loadChunk(importLook).then(
      ({ loadLook }) => loadLook(userId),
      () => undefined,
    );
    preloadTabs();
    preloadMenus();
  }, PRELOAD_MS);
  if (link === "closed")
    return (
      <OnDemand
        part={closedPage}
        props={{ code: session.state.get().closeCode, levelId: build.level.id, onClose: reload }}
      />
    );
  return (
    <BuilderContext value={builder}>
      {test ? (
        <OnDemand
          part={testLayer}
          fallback={<div data-testing />}
          props={{
            test: test.play,
            isProof: test.isProof,
            check,
            onCheck: setCheck,
            settings,
            changeSettings,
            hud: testHud,
            onClose: stopTest,
            onPublish: () => {
              stopTest();
              builder.openModal("publish");
            },
          }}
        />
      ) : (
        <>
          <div className={styles.bar}>
            <BuilderBar isPanelOpen={panel.isShown} onPanel={() => panel.setOpen(!panel.isShown)} />
          </div>
          <div className={styles.tools}>
            <ToolPalette />
          </div>
          <StageLayer />
          {panel.isShown && (
            <div className={cx(styles.panel, styles.sheet)}>
              <SidePanel
                tab={panel.tab}
                onTab={panel.setTab}
                hints={hints}
                onClose={() => panel.setOpen(false)}
              />
            </div>
          )}
        </>
      )}
      {/* It goes on while the level is tested, which is its last step. */}
      {hasGuide && <OnDemand part={guideCard} props={{ isHidden: test !== null, onClose: endGuide }} />}
      {modal && (
        <OnDemand
          part={modals}
          props={{
            modal,
            onClose: closeModal,
            settings,
            changeSettings,
            own,
            changeOwn: (next) => {
              saveBuilderSettings(next);
              setOwn(next);
            },
            check,
            onProof: () => {
              setCheck(null);
              startTest("spawn", true);
            },
          }}
        />
      )}
    </BuilderContext>
  );
}
