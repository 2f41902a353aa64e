import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Build } from "#domain/build/api.ts";
import type { LevelEditor } from "#web/game/edit/create-level-editor.ts";
import type { TestPlay } from "#web/game/edit/editor-state.ts";
import { isAppleKeyboard } from "#web/lib/is-apple-keyboard.ts";
import { useMediaQuery } from "#web/lib/media-query.ts";
import { createStore } from "#web/lib/store.ts";
import type { BuilderMessage, BuilderModal, BuilderTools } from "./builder-context.ts";
import type { Command } from "./commands.ts";
import { executeCommand } from "./execute-command.ts";
import type { BuildSession } from "./model/build-session.ts";
import type { PanelTab } from "./side-panel.tsx";

/** Where the panel would cover the level. */
const SMALL = "(max-width: 820px), (max-height: 520px)";

/** How long a tab can take to load before what it has gets no focus. */
const FOCUS_MS = 3_000;

export interface RunningTest {
  play: TestPlay;
  isProof: boolean;
}

export interface PanelState {
  tab: PanelTab;
  isShown: boolean;
  setTab: (tab: PanelTab) => void;
  setOpen: (on: boolean) => void;
}

/** The panel, and what in it gets the focus when a command opens it. */
function usePanel(): PanelState & { open: (tab: PanelTab, focus: string) => void } {
  const isSmall = useMediaQuery(SMALL);
  const [tab, setTab] = useState<PanelTab>("properties");
  const [isOpen, setOpen] = useState(false);
  const [focus, setFocus] = useState<{ selector: string } | null>(null);
  useEffect(() => {
    if (!focus) return;
    const until = performance.now() + FOCUS_MS;
    let frame = 0;
    const tryFocus = () => {
      const element = document.querySelector<HTMLElement>(focus.selector);
      if (element) element.focus();
      else if (performance.now() < until) frame = requestAnimationFrame(tryFocus);
    };
    tryFocus();
    return () => cancelAnimationFrame(frame);
  }, [focus]);
  const open = useCallback((next: PanelTab, selector: string) => {
    setTab(next);
    setOpen(true);
    setFocus({ selector });
  }, []);
  return { tab, isShown: !isSmall || isOpen, setTab, setOpen, open };
}

export interface WorkbenchState {
  builder: BuilderTools;
  panel: PanelState;
  modal: BuilderModal | null;
  test: RunningTest | null;
  startTest: (from: "cursor" | "spawn", isProof?: boolean) => void;
  stopTest: () => void;
}

interface WorkbenchOptions {
  build: Build;
  session: BuildSession;
  editor: LevelEditor;
  canvas: RefObject<HTMLCanvasElement | null>;
  showGuide: () => void;
}

/** The panel, modal or test that is open over a level that is being built, and the effects of its commands. */
export function useWorkbench(props: WorkbenchOptions): WorkbenchState & { closeModal: () => void } {
  const { build, session, editor, canvas, showGuide } = props;
  const { open, ...panel } = usePanel();
  const [message] = useState(() => createStore<BuilderMessage | null>(null));
  const notify = useCallback(
    (text: string) => message.set({ text, id: (message.get()?.id ?? 0) + 1 }),
    [message],
  );
  const [modal, setModal] = useState<BuilderModal | null>(null);
  const [test, setTest] = useState<RunningTest | null>(null);
  const isTesting = useRef(false);
  const startTest = useCallback(
    (from: "cursor" | "spawn", isProof = false) => {
      setModal(null);
      isTesting.current = true;
      setTest({ play: editor.test(from), isProof });
    },
    [editor],
  );
  const stopTest = useCallback(() => {
    if (!isTesting.current) return;
    isTesting.current = false;
    editor.stopTest();
    setTest(null);
    canvas.current?.focus();
  }, [editor, canvas]);
  const run = useCallback(
    (command: Command) =>
      executeCommand(command, {
        editor,
        session,
        openModal: setModal,
        find: () => open("parts", "[data-builder-search] input"),
        chooseEffect: () => open("properties", "[data-builder-effect] select"),
        toggleTest: () => (isTesting.current ? stopTest() : startTest("cursor")),
        notify,
      }),
    [editor, session, open, startTest, stopTest, notify],
  );
  const builder = useMemo(
    (): BuilderTools => ({
      build,
      session,
      editor,
      run,
      openModal: setModal,
      message,
      notify,
      showGuide,
      testFromStart: () => startTest("spawn"),
      isApple: isAppleKeyboard(),
    }),
    [build, session, editor, run, message, notify, showGuide, startTest],
  );
  const closeModal = useCallback(() => setModal(null), []);
  return { builder, panel, modal, closeModal, test, startTest, stopTest };
}
